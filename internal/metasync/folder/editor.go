package folder

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Editor writes values back to the files of a folder, each at its position in the text, so that everything else in a
// file stays unchanged. It writes nothing to disk; Changed returns the new content.
//
// A value that comes from elsewhere (defaults, a template, a YAML merge) is written as a field of the record. A text or
// JSON file that only one @file: refers to is changed itself. The value of an environment variable is never written.
type Editor struct {
	base    fs.FS
	options Options
	reader  *reader
	files   map[string][]byte   // changes so far
	added   map[string][]byte   // new since the last Apply
	wishes  []wish              // expected results of the pending changes
	pending map[string][]change // offsets are those of the files that were read
	grown   map[*object]int     // number of keys that pending changes add to an empty object
}

// Open reads a folder for editing; unlike Read it accepts a folder without records.
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

// Records returns the records with all applied changes.
func (e *Editor) Records() []Record { return e.reader.records }

// Changed returns the new content of each changed or added file.
func (e *Editor) Changed() map[string][]byte { return e.files }

// Set changes a field of a record with the next Apply. The record is an index into Records with the path of a related
// record, and the field is spelled as in the record. An error is Problems: why the value stays unchanged.
func (e *Editor) Set(record int, where, field string, value json.RawMessage) error {
	p := e.reader.records[record].parts[within(where)]
	want, err := parseJSON("", value)
	if err != nil {
		return err
	}
	own := p.fields.origin()
	if own.object() == nil {
		return problem(p.Position, "The fields of this record are in another file; %s stays unchanged.", field)
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

// elsewhere changes a value that came from a reference; it returns the file that receives it, empty if there is none.
func (e *Editor) elsewhere(n, want *node) (file string, err error) {
	word, rest, _ := strings.Cut(n.origin().text(), ":")
	switch word {
	case "@env":
		return "", problem(n.Position, "%s stays, although the server has another value: values of variables are never written.", n.origin().text())
	case "@file":
		if file = path.Join(path.Dir(n.File), strings.TrimSpace(rest)); e.intoFile(file, want) {
			return file, nil
		}
	}
	return "", nil
}

// intoFile writes a value to the file that a reference names, when nothing else refers to that file and it contains no
// references.
func (e *Editor) intoFile(file string, want *node) bool {
	uses := slices.DeleteFunc(slices.Clone(e.reader.referenced), func(f string) bool { return f != file })
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

// refers reports whether a value contains a reference of any kind.
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
