package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// text is a piece of a file that people read.
type text struct {
	kind    kind
	line    int // of its first character, from 1
	column  int // in characters, from 1
	content string
}

// kind is what a text is in its file.
type kind int

const (
	comment kind = iota
	literal
	prose       // Markdown
	description // of the schema
)

// finding is one place where a text breaks a rule.
type finding struct {
	path         string
	line, column int
	rule         string // as exceptions name it
	found        string // the words themselves
	suggestion   string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %q: %s", f.path, f.line, f.column, f.found, f.suggestion)
}

// maxComment is the length of a line of a comment in characters.
const maxComment = 120

// check returns the findings of one file.
func check(path string, content []byte) []finding {
	var found []finding
	for _, t := range textsOf(path, content) {
		for _, r := range rules {
			for _, m := range r.find(t) {
				line, column := t.position(m.at)
				found = append(found, finding{path, line, column, r.name, m.words, r.suggestion})
			}
		}
		if t.kind == comment {
			found = append(found, longLines(path, t)...)
		}
	}
	return found
}

// textsOf chooses the reader by the file's name; files of other kinds have no texts.
func textsOf(path string, content []byte) []text {
	switch filepath.Ext(path) {
	case ".go":
		if !generated(content) {
			return goTexts(content)
		}
	case ".ts", ".tsx", ".js", ".mjs", ".jsx":
		if !generated(content) {
			return scriptTexts(string(content), strings.HasSuffix(path, "x"))
		}
	case ".graphqls":
		return schemaTexts(string(content))
	case ".md":
		return proseTexts(string(content))
	}
	return nil
}

// position returns where the byte at offset of the text is in the file.
func (t text) position(offset int) (line, column int) {
	before := t.content[:offset]
	breaks := strings.Count(before, "\n")
	if breaks == 0 {
		return t.line, t.column + utf8.RuneCountInString(before)
	}
	return t.line + breaks, 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

func longLines(path string, t text) []finding {
	var found []finding
	for i, line := range strings.Split(t.content, "\n") {
		if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > maxComment {
			found = append(found, finding{path, t.line + i, 1, longRule, fmt.Sprintf("%d characters", n), "break the line of the comment at 120 characters"})
		}
	}
	return found
}
