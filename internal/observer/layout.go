package observer

import (
	"path/filepath"
	"strings"
)

// layout is how one harness arranges its session files.
type layout interface {
	// name is the harness's.
	name() string
	// roots are the folders in which it keeps sessions.
	roots(env func(string) string, home string) []string
	// owns reports whether a path lies in such a folder, whoever's it is.
	owns(path string) bool
	// file says what a file is; false for one that holds no records.
	file(path string) (Form, bool)
	// session says which session a file belongs to. Paths and first records are all there is to tell by.
	session(path string, first *opening) (id, cwd string)
}

// layouts lists them in the order of their harnesses' names.
var layouts = []layout{claude{}, codex{}, gemini{}, opencode{}}

func layoutOf(harness string) layout {
	for _, l := range layouts {
		if l.name() == harness {
			return l
		}
	}
	return anyLines{harness}
}

// anyLines is a harness without folders of its own: its records come as files of lines that somebody names.
type anyLines struct{ harness string }

func (a anyLines) name() string                             { return a.harness }
func (anyLines) roots(func(string) string, string) []string { return nil }
func (anyLines) owns(string) bool                           { return false }
func (anyLines) file(path string) (Form, bool)              { return anyForm(path) }
func (anyLines) session(path string, o *opening) (id, cwd string) {
	return orElse(o.session(), stem(path)), o.cwd
}

// anyForm takes files of lines and of JSON values: whose they are is told by their first records.
func anyForm(path string) (Form, bool) {
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

// has reports whether a path contains some folders, one below the other.
func has(path, folders string) bool {
	return strings.Contains(filepath.ToSlash(path), "/"+folders+"/")
}

func orElse(text, other string) string {
	if text != "" {
		return text
	}
	return other
}
