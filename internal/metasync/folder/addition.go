package folder

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
)

// home is the directory for new records of a collection.
type home struct {
	dir    string
	config config
}

// Addition is a record that no file contains.
type Addition struct {
	Collection, Name string
	// Record returns the content; defaulted returns the directory's default for a field, in any case.
	Record func(defaulted func(field string) (json.RawMessage, bool)) json.RawMessage
}

// Add writes a new record to a new file in the collection's directory, .name.json where the directory's pattern allows
// it, and creates the directory if needed. The next Apply reads it. It returns false when the folder is another
// collection, or when the directory is not included. An error is Problems.
func (e *Editor) Add(a Addition) (file string, ok bool, err error) {
	h, ok := e.home(a.Collection)
	if !ok {
		return "", false, nil
	}
	if file = e.freeName(h, a.Name); file == "" {
		return "", true, problem(Position{File: h.dir}, "No file name for %s %q matches the pattern %s.", a.Collection, a.Name, h.config.pattern)
	}
	doc, err := parseJSON(file, a.Record(h.defaulted))
	if err != nil {
		return "", true, err
	}
	t := &text{e: e, file: file}
	e.added[file] = []byte(t.document(doc) + "\n")
	return file, true, nil
}

func (e *Editor) home(collection string) (home, bool) {
	if h, known := e.reader.homes[collection]; known {
		return h, true
	}
	return home{collection, config{collection: collection, base: collection}}, !e.reader.whole && e.reader.chosen(collection)
}

func (h home) defaulted(field string) (json.RawMessage, bool) {
	if h.config.defaults == nil {
		return nil, false
	}
	_, n := h.config.defaults.named(field)
	if n == nil {
		return nil, false
	}
	return json.RawMessage(oneLine(n)), true
}

// document formats a record like the shipped files: each field on its line.
func (t *text) document(doc *node) string {
	var out strings.Builder
	out.WriteString("{")
	for i, key := range doc.object().keys {
		out.WriteString(map[bool]string{true: "\n  ", false: ",\n  "}[i == 0] + quote(key) + ": {")
		member := doc.object().of[key].object()
		for j, field := range member.keys {
			out.WriteString(map[bool]string{true: "\n    ", false: ",\n    "}[j == 0] + quote(field) + ": " + t.fresh(member.of[field], "    "))
		}
		out.WriteString("\n  }")
	}
	return out.String() + "\n}"
}

// freeName returns an unused file name that matches the directory's pattern for records.
func (e *Editor) freeName(h home, name string) string {
	patterns := []string{".*.json", "*.json"}
	if h.config.pattern != "" {
		patterns = append(patterns, path.Base(h.config.pattern))
	}
	for n := 1; n < 1000; n++ {
		slug := slugOf(name)
		if n > 1 {
			slug = fmt.Sprintf("%s-%d", slug, n)
		}
		for _, pattern := range patterns {
			file := path.Join(h.dir, strings.Replace(pattern, "*", slug, 1))
			if _, err := fs.Stat(overlay{overlay{e.base, e.files}, e.added}, file); err != nil && h.config.holds(file) && !isYAML(file) {
				return file
			}
		}
	}
	return ""
}

// slugOf returns the letters and digits of a name in lower case, with dashes between its words.
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return "record"
	}
	slug := []rune(strings.Join(words, "-"))
	return string(slug[:min(len(slug), 80)])
}
