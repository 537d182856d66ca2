package harness

import (
	"path/filepath"
	"strings"
)

// Form is how a file stores records.
type Form string

// The forms that the files of sessions have.
const (
	Lines    Form = "lines"    // one record per line, appended
	Document Form = "document" // one JSON value with a list of messages, rewritten
	Parts    Form = "parts"    // a folder of JSON values, one record each, rewritten
	Table    Form = "table"    // rows of a database
)

// Beside holds the paths of files that describe a session's file; an empty path means that there is none.
type Beside struct {
	Helper string // a JSON file that names the helper that made the records
	Folder string // a text file with the session's working directory
}

// Rows are the queries that read a database of sessions.
type Rows struct {
	// Sessions selects id, parent's id, folder, title and time of the last change in milliseconds of each session.
	Sessions string
	// Records selects id, time of the last change, length and text of each record, in the order of change. Its
	// arguments are the maximum bytes of a text, the session's id, and the time and id after which to continue.
	Records string
}

// base implements the methods of a harness that has no session folders: its files are named by the user.
type base struct{}

func (base) Roots(func(string) string, string) []string { return nil }
func (base) Owns(string) bool                           { return false }
func (base) Form(path string) (Form, bool)              { return FormOf(path) }
func (base) Recognises([]byte) bool                     { return false }
func (base) Opening([]byte) Opening                     { return Opening{} }
func (base) Session(path string, o *Opening) string     { return first(o.Session(), stem(path)) }
func (base) Beside(string) Beside                       { return Beside{} }
func (base) Rows() Rows                                 { return Rows{} }

// FormOf returns the form of a file by its extension, whatever harness wrote it; false for a file without records.
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

// stem returns the name of a file without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// contains reports whether folders, joined by slashes, are part of a path.
func contains(path, folders string) bool {
	return strings.Contains(filepath.ToSlash(path), "/"+folders+"/")
}
