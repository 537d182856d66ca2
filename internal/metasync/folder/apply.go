package folder

import (
	"maps"
	"slices"
)

// wish is a value that a field should have once the pending changes of a file are made.
type wish struct {
	file   string
	record int
	path   string
	field  string
	want   *node
}

// wish notes what a change is for, unless it could not be made.
func (e *Editor) wish(w wish, err error) error {
	if err == nil {
		e.wishes = append(e.wishes, w)
	}
	return err
}

// Apply makes the changes that were set, takes in what was added and reads the folder again. It reports whether there
// was anything. A file that after its changes would not say what they are for stays as it is and is reported: no way of
// writing YAML or JSON that the editor does not know can lose anything.
func (e *Editor) Apply() (changed bool, dropped Problems, err error) {
	for len(e.pending) > 0 {
		files := maps.Clone(e.files)
		for file, changes := range e.pending {
			t := e.text(file)
			files[file] = append(slices.Clone(t.mark), applied(t.data, changes)...)
		}
		wrong := e.wrong(files)
		if len(wrong) == 0 {
			e.files, changed = files, true
			break
		}
		for _, file := range wrong {
			delete(e.pending, file)
			dropped = append(dropped, Problem{Position{File: file}, "This file is written in a way that cannot be changed in place; change it by hand."})
		}
	}
	changed = changed || len(e.added) > 0
	maps.Copy(e.files, e.added)
	e.added = map[string][]byte{}
	return changed, dropped, e.load()
}

// wrong names the files whose pending changes do not do what they are for.
func (e *Editor) wrong(files map[string][]byte) (wrong []string) {
	r := newReader(overlay{e.base, files}, e.options)
	r.readRoot()
	for _, p := range r.problems {
		wrong = append(wrong, p.File)
	}
	if len(wrong) == 0 && len(r.records) == len(e.reader.records) {
		for _, w := range e.wishes {
			if _, n := r.records[w.record].parts[w.path].field(w.field); n == nil || !alike(n, w.want) {
				wrong = append(wrong, w.file)
			}
		}
		return e.ofPending(wrong)
	}
	if wrong = e.ofPending(wrong); len(wrong) == 0 {
		return slices.Sorted(maps.Keys(e.pending))
	}
	return wrong
}

func (e *Editor) ofPending(files []string) []string {
	slices.Sort(files)
	return slices.DeleteFunc(slices.Compact(files), func(file string) bool { return e.pending[file] == nil })
}
