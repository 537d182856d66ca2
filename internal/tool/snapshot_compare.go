package tool

import (
	"cmp"
	"encoding/json"
	"strings"
)

// comparison makes the test of a cell against a value as an agent wrote it.
func comparison(operator string, want any) func(any) bool {
	text, _ := scalarText(jsonValue(want))
	switch operator {
	case "eq":
		return func(cell any) bool { return same(cell, want) }
	case "neq":
		return func(cell any) bool { return !same(cell, want) }
	case "contains":
		return func(cell any) bool { has, ok := scalarText(cell); return ok && strings.Contains(has, text) }
	case "startsWith":
		return func(cell any) bool { has, ok := scalarText(cell); return ok && strings.HasPrefix(has, text) }
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

// jsonValue gives a number as the documents have it.
func jsonValue(value any) any {
	if f, ok := value.(float64); ok {
		return numberOf(f)
	}
	return value
}

// same says whether a cell is a value, of the same type. A gap is null.
func same(cell, want any) bool {
	n, isNumber := numberIn(cell)
	m, wantsNumber := numberIn(want)
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

// order compares two numbers or two texts. A number that is written as a text counts as a number against one.
func order(cell, want any) (n int, ok bool) {
	a, isNumber := numberIn(cell)
	b, wantsNumber := numberIn(want)
	has, isText := cell.(string)
	text, wantsText := want.(string)
	switch {
	case isNumber && wantsText:
		b, wantsNumber = plainFloat(strings.TrimSpace(text))
	case wantsNumber && isText:
		a, isNumber = plainFloat(strings.TrimSpace(has))
	case isText && wantsText:
		return cmp.Compare(has, text), true
	}
	return cmp.Compare(a, b), isNumber && wantsNumber
}

// numberIn gives the number that a value is; a text is none.
func numberIn(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	default:
		return 0, false
	}
}
