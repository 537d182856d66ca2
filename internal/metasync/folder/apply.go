package folder

import (
	"maps"
	"slices"
)

// wish is the expected value of a field after the pending changes of a file.
type wish struct {
	file   string
	record int
	path   string
	field  string
	want   *node
}

// wish records the expected value of a change, unless the change failed.
func (e *Editor) wish(w wish, err error) error {
	if err == nil {
		e.wishes = append(e.wishes, w)
	}
	return err
}

// Apply makes the pending changes, adds the new files and reads the folder again. It reports whether there was anything
// to do. A file whose changes do not have the expected result stays unchanged and is returned in dropped, so that a
// syntax which the editor does not know loses nothing.
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
			dropped = append(dropped, Problem{Position{File: file}, "This file cannot be changed in place; change it by hand."})
		}
	}
	changed = changed || len(e.added) > 0
	maps.Copy(e.files, e.added)
	e.added = map[string][]byte{}
	return changed, dropped, e.load()
}

// wrong returns the files whose pending changes do not have the expected result.
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
