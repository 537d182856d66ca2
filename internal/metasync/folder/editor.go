package folder

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Editor writes values back into the files of a folder: into the text where each one stands, so that everything else in
// a file stays as somebody wrote it. It touches no disk; Changed returns what would be written.
//
// A value that comes from somewhere else than the record's own fields (defaults, a template, a YAML merge) is written
// as a field of the record's own. A text or JSON file that one @file: refers to takes the value itself. What an
// environment variable gave is never written down.
type Editor struct {
	base    fs.FS
	options Options
	reader  *reader
	files   map[string][]byte   // changed so far
	added   map[string][]byte   // new since the last Apply
	wishes  []wish              // what pending changes are for
	pending map[string][]change // in the files as the reader has read them
	grown   map[*object]int     // keys that pending changes add to an empty object
}

// Open reads a folder to be edited; unlike Read it takes one without records.
func Open(root fs.FS, o Options) (*Editor, error) {
	e := &Editor{base: root, options: o, files: map[string][]byte{}, added: map[string][]byte{}}
	return e, e.load()
}

func (e *Editor) load() error {
	e.pending, e.grown, e.wishes = map[string][]change{}, map[*object]int{}, nil
	e.reader = newReader(overlay{e.base, e.files}, e.options)
	e.reader.readRoot()
	if len(e.reader.problems) > 0 {
		return e.reader.problems
	}
	return nil
}

// Records returns the records as they are with all changes that were applied.
func (e *Editor) Records() []Record { return e.reader.records }

// Changed returns the new content of each file that is changed or new.
func (e *Editor) Changed() map[string][]byte { return e.files }

// Set returns a field of a record another value, with the next Apply. The record is reported by its place among Records
// and the path of what is related to it, the field as the record spells it. An error is Problems: why the value stays
// as it is.
func (e *Editor) Set(record int, where, field string, value json.RawMessage) error {
	p := e.reader.records[record].parts[within(where)]
	want, err := parseJSON("", value)
	if err != nil {
		return err
	}
	own := p.fields.origin()
	if own.object() == nil {
		return problem(p.Position, "The fields of this record are not written here; %s stays as it is.", field)
	}
	key, n := p.field(field)
	if n == nil {
		key = field
	}
	w := wish{own.File, record, within(where), key, want}
	t := e.text(own.File)
	if n == nil || own.object().of[key] != n.origin() || t.yaml && n.origin().spot.column == 0 {
		return e.wish(w, t.insert(own, key, want))
	}
	if file, err := e.elsewhere(n, want); file != "" || err != nil {
		w.file = file
		return e.wish(w, err)
	}
	return e.wish(w, t.replace(own, key, n, want))
}

// elsewhere handles a value that a reference gave; it reports the file that takes the new one.
func (e *Editor) elsewhere(n, want *node) (file string, err error) {
	word, rest, _ := strings.Cut(n.origin().text(), ":")
	switch word {
	case "@env":
		return "", problem(n.Position, "%s stays, although the server has another value: what a variable holds is not written down.", n.origin().text())
	case "@file":
		if file = path.Join(path.Dir(n.File), strings.TrimSpace(rest)); e.intoFile(file, want) {
			return file, nil
		}
	}
	return "", nil
}

// intoFile writes a value into the file that a reference names, when nothing else refers to that file and the file
// itself refers to none.
func (e *Editor) intoFile(file string, want *node) bool {
	uses := slices.DeleteFunc(slices.Clone(e.reader.entered), func(f string) bool { return f != file })
	t := e.text(file)
	if len(uses) != 1 || len(e.pending[file]) > 0 || isYAML(file) {
		return false
	}
	if strings.EqualFold(path.Ext(file), ".json") {
		doc, err := parseJSON(file, t.data)
		return err == nil && !doc.refers() && t.value(doc, want) == nil
	}
	text, is := want.value.(string)
	if !is || includeInText.Match(t.data) || includeInText.MatchString(text) {
		return false
	}
	t.change(0, len(t.data), text)
	return true
}

// refers reports whether a value holds a reference of any kind.
func (n *node) refers() bool {
	switch v := n.value.(type) {
	case string:
		return strings.HasPrefix(v, "@")
	case []*node:
		return slices.ContainsFunc(v, (*node).refers)
	case *object:
		return slices.ContainsFunc(v.keys, func(key string) bool { return borrows(key) || v.of[key].refers() })
	}
	return false
}
