// Package resultset reads the result sets of searches.
package resultset

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/snapshot"
	"vitrine/internal/parse"
)

// Set is the result of a search: the query and the rows found.
type Set struct {
	Query   string
	Results []Result
}

// Result is one row, identified by its letter: A, B, … Z, AA, …
type Result struct {
	Letter string
	row    map[string]any
	fields map[string]any // by name in lower case, letters and digits only
	Score  float64
	Scored bool
}

func (r *Set) addAll(rows []any) {
	for _, row := range rows {
		if object, ok := row.(map[string]any); ok {
			r.add(object)
		}
	}
}

func (r *Set) add(row map[string]any) {
	one := Result{Letter: letters(len(r.Results)), row: row, fields: plainNames(row)}
	one.Score, one.Scored = jsontree.NumberIn(one.Value("score", "relevance", "relevancescore"))
	r.Results = append(r.Results, one)
}

// letters numbers results like spreadsheet columns: 0 is A, 26 is AA.
func letters(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letters(n/26-1) + string(rune('A'+n%26))
}

// plainNames indexes the fields by name in lower case, letters and digits only, so that Source_Url, sourceUrl and
// SourceURL match.
func plainNames(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for _, name := range jsontree.SortedKeys(object) {
		out[plainName(name)] = object[name]
	}
	return out
}

func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// Value returns the first of some fields that is set, nil when none is.
func (s Result) Value(names ...string) any {
	for _, name := range names {
		if v := s.fields[name]; v != nil {
			return v
		}
	}
	return nil
}

// Text returns the first of some fields that is a scalar and not empty, as text; empty when none is.
func (s Result) Text(names ...string) string {
	for _, name := range names {
		if text, ok := jsontree.ScalarText(s.fields[name]); ok && text != "" {
			return text
		}
	}
	return ""
}

// Shown returns the row as an agent sees it: with its letter, without IDs, chunks and vectors.
func (s Result) Shown() map[string]any {
	out := map[string]any{"rowId": s.Letter}
	for name, value := range s.row {
		if !internalName(plainName(name)) {
			out[name] = value
		}
	}
	return out
}

func internalName(name string) bool {
	return name == "rowid" || strings.HasSuffix(name, "id") || strings.Contains(name, "chunk") || strings.Contains(name, "embedding") || strings.Contains(name, "vector")
}

// Read reads a search result set from a JSON document: an object with Results, or a data snapshot whose first table
// holds the results.
func Read(value any) (*Set, error) {
	root, _ := value.(map[string]any)
	own := plainNames(root)
	out := &Set{}
	out.Query, _ = own["query"].(string)
	if rows, ok := own["results"].([]any); ok {
		out.addAll(rows)
		return out, nil
	}
	tables, err := snapshot.Read(value)
	if err != nil {
		return nil, parse.Unreadable("search result set", errors.New(`it has neither "Results" nor a table`))
	}
	for _, row := range tables.Tables[0].Rows {
		out.add(row)
	}
	return out, nil
}

// At returns a result by its letter, case ignored.
func (r *Set) At(letter string) (Result, error) {
	for _, one := range r.Results {
		if strings.EqualFold(one.Letter, strings.TrimSpace(letter)) {
			return one, nil
		}
	}
	known := "The result set is empty."
	if n := len(r.Results); n > 0 {
		known = fmt.Sprintf("There are %d, from A to %s.", n, letters(n-1))
	}
	return Result{}, fault.Invalid("rowId", "There is no result %q.", letter).Try(known)
}
