package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// exception lets one rule be broken in some files.
type exception struct {
	line    int    // in exceptions.txt
	pattern string // a path, a folder that ends with a slash, or a pattern of path.Match
	rule    string // a rule's name, or * for all
	used    bool
}

type exceptions []*exception

// parseExceptions reads lines of the form: path | rule | reason. Empty lines and lines that begin with # are passed
// over.
func parseExceptions(s string) (exceptions, error) {
	var all exceptions
	for i, line := range strings.Split(s, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 || strings.TrimSpace(parts[2]) == "" {
			return nil, fmt.Errorf("exceptions.txt:%d: write: path | rule | reason", i+1)
		}
		e := &exception{line: i + 1, pattern: strings.TrimSpace(parts[0]), rule: strings.TrimSpace(parts[1])}
		if !known(e.rule) {
			return nil, fmt.Errorf("exceptions.txt:%d: %q is not the name of a rule", i+1, e.rule)
		}
		all = append(all, e)
	}
	return all, nil
}

func known(rule string) bool {
	return rule == "*" || rule == longRule || slices.ContainsFunc(rules, hasName(rule))
}

func hasName(name string) func(rule) bool {
	return func(r rule) bool { return r.name == name }
}

// filter returns the findings that no exception covers.
func (es exceptions) filter(found []finding) []finding {
	return slices.DeleteFunc(found, func(f finding) bool {
		covered := false
		for _, e := range es {
			if e.covers(f) {
				e.used, covered = true, true
			}
		}
		return covered
	})
}

func (e *exception) covers(f finding) bool {
	if e.rule != "*" && e.rule != f.rule {
		return false
	}
	if strings.HasSuffix(e.pattern, "/") {
		return strings.HasPrefix(f.path, e.pattern)
	}
	matches, err := path.Match(e.pattern, f.path)
	return err == nil && matches
}

// unused returns the exceptions that have covered nothing.
func (es exceptions) unused() []*exception {
	return slices.DeleteFunc(slices.Clone(es), func(e *exception) bool { return e.used })
}
