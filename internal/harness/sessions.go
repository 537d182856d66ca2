package harness

import (
	"path/filepath"
	"strings"
)

// Form is how a file holds records.
type Form string

// The forms.
const (
	Lines    Form = "lines"    // one record per line, appended
	Document Form = "document" // one JSON value with a list of messages, rewritten
	Parts    Form = "parts"    // a folder of JSON values, one record each, rewritten
	Table    Form = "table"    // rows of a database
)

// Beside names files that say more about a session's file; an empty path is none.
type Beside struct {
	Helper string // its JSON says for whom the records were made
	Folder string // its text is the folder in which the session works
}

// Rows are the queries that read a database of sessions.
type Rows struct {
	// Sessions selects id, parent's id, folder, title and time of the last change in milliseconds of each session.
	Sessions string
	// Records selects id, time of the last change, length and text of each record, in the order of change. Its
	// arguments are the most bytes of a text, the session's id, and the time and id to read on from.
	Records string
}

// base is a harness without folders of its own: its records come as files that somebody names.
type base struct{}

func (base) Roots(func(string) string, string) []string { return nil }
func (base) Owns(string) bool                           { return false }
func (base) Form(path string) (Form, bool)              { return FormOf(path) }
func (base) Recognises([]byte) bool                     { return false }
func (base) Opening([]byte) Opening                     { return Opening{} }
func (base) Session(path string, o *Opening) string     { return first(o.Session(), stem(path)) }
func (base) Beside(string) Beside                       { return Beside{} }
func (base) Rows() Rows                                 { return Rows{} }

// FormOf judges a file by its extension: files of lines and of JSON values hold records, whoever wrote them.
func FormOf(path string) (Form, bool) {
	if filepath.Ext(path) == ".json" {
		return Document, true
	}
	return linesForm(path)
}

func linesForm(path string) (Form, bool) {
	switch filepath.Ext(path) {
	case ".jsonl", ".ndjson":
		return Lines, true
	}
	return "", false
}

// stem is the name of a file without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// contains reports whether a path contains some folders, one below the other.
func contains(path, folders string) bool {
	return strings.Contains(filepath.ToSlash(path), "/"+folders+"/")
}
