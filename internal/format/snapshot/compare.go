// Package snapshot reads data snapshots: tables with typed columns, their rows, comparisons and aggregates.
package snapshot

import (
	"cmp"
	"strings"

	"vitrine/internal/format/csv"
	"vitrine/internal/format/jsontree"
)

// Comparison returns the test of a cell against a value of an agent's input.
func Comparison(operator string, want any) func(any) bool {
	text, _ := jsontree.ScalarText(JSONValue(want))
	switch operator {
	case "eq":
		return func(cell any) bool { return Same(cell, want) }
	case "neq":
		return func(cell any) bool { return !Same(cell, want) }
	case "contains":
		return func(cell any) bool { has, ok := jsontree.ScalarText(cell); return ok && strings.Contains(has, text) }
	case "startsWith":
		return func(cell any) bool { has, ok := jsontree.ScalarText(cell); return ok && strings.HasPrefix(has, text) }
	}
	holds := map[string]func(int) bool{
		"gt": func(n int) bool { return n > 0 }, "gte": func(n int) bool { return n >= 0 },
		"lt": func(n int) bool { return n < 0 }, "lte": func(n int) bool { return n <= 0 },
	}[operator]
	return func(cell any) bool {
		n, ok := order(cell, want)
		return ok && holds(n)
	}
}

// JSONValue converts a number into the form that parsed documents have.
func JSONValue(value any) any {
	if f, ok := value.(float64); ok {
		return jsontree.Number(f)
	}
	return value
}

// Same reports whether a cell equals a value of the same type. A missing value is null.
func Same(cell, want any) bool {
	n, isNumber := jsontree.NumberIn(cell)
	m, wantsNumber := jsontree.NumberIn(want)
	if isNumber || wantsNumber {
		return isNumber && wantsNumber && n == m
	}
	switch cell.(type) {
	case nil, string, bool:
		return cell == want
	default:
		return false
	}
}

// order compares two numbers or two texts. A number written as text is compared as a number with a number.
func order(cell, want any) (n int, ok bool) {
	a, isNumber := jsontree.NumberIn(cell)
	b, wantsNumber := jsontree.NumberIn(want)
	has, isText := cell.(string)
	text, wantsText := want.(string)
	switch {
	case isNumber && wantsText:
		b, wantsNumber = csv.PlainFloat(strings.TrimSpace(text))
	case wantsNumber && isText:
		a, isNumber = csv.PlainFloat(strings.TrimSpace(has))
	case isText && wantsText:
		return cmp.Compare(has, text), true
	}
	return cmp.Compare(a, b), isNumber && wantsNumber
}
