package tool

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// resultSet is what a search found.
type resultSet struct {
	query   string
	results []searchResult
}

// searchResult is one row, found again by its letter: A, B, … Z, AA, …
type searchResult struct {
	letter string
	row    map[string]any
	fields map[string]any // by name in lower case, letters and digits only
	score  float64
	scored bool
}

func (r *resultSet) addAll(rows []any) {
	for _, row := range rows {
		if object, ok := row.(map[string]any); ok {
			r.add(object)
		}
	}
}

func (r *resultSet) add(row map[string]any) {
	one := searchResult{letter: letters(len(r.results)), row: row, fields: plainNames(row)}
	one.score, one.scored = numberIn(one.value("score", "relevance", "relevancescore"))
	r.results = append(r.results, one)
}

// letters numbers results as the columns of a sheet: 0 is A, 26 is AA.
func letters(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letters(n/26-1) + string(rune('A'+n%26))
}

// plainNames gives the fields by name in lower case, letters and digits only: Source_Url, sourceUrl and SourceURL are one.
func plainNames(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for _, name := range sortedKeys(object) {
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

// value gives the first of some fields that is there.
func (s searchResult) value(names ...string) any {
	for _, name := range names {
		if v := s.fields[name]; v != nil {
			return v
		}
	}
	return nil
}

// text gives the first of some fields that says something, as text.
func (s searchResult) text(names ...string) string {
	for _, name := range names {
		if text, ok := scalarText(s.fields[name]); ok && text != "" {
			return text
		}
	}
	return ""
}

// shown is the row as an agent sees it: with its letter, without what only machines read.
func (s searchResult) shown() map[string]any {
	out := map[string]any{"rowId": s.letter}
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

// readResults reads the value of a JSON document as the result of a search: of its own form with Results, or a data snapshot,
// whose first table holds the results.
func readResults(value any) (*resultSet, error) {
	root, _ := value.(map[string]any)
	own := plainNames(root)
	out := &resultSet{}
	out.query, _ = own["query"].(string)
	if rows, ok := own["results"].([]any); ok {
		out.addAll(rows)
		return out, nil
	}
	tables, err := readSnapshot(value)
	if err != nil {
		return nil, parse.Unreadable("search result set", errors.New(`it has neither "Results" nor a table`))
	}
	for _, row := range tables.tables[0].rows {
		out.add(row)
	}
	return out, nil
}

// at finds a result by its letter, case ignored.
func (r *resultSet) at(letter string) (searchResult, error) {
	for _, one := range r.results {
		if strings.EqualFold(one.letter, strings.TrimSpace(letter)) {
			return one, nil
		}
	}
	known := "It is empty."
	if n := len(r.results); n > 0 {
		known = fmt.Sprintf("There are %d, from A to %s.", n, letters(n-1))
	}
	return searchResult{}, fault.Invalid("rowId", "There is no result %q.", letter).Try(known)
}
