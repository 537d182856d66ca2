package tool

import (
	"cmp"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/csv"
	"vitrine/internal/format/plain"
)

// condition is one test of a cell.
type condition struct {
	Column   string `json:"column" about:"The column" max:"1000"`
	Operator string `json:"operator" about:"How to compare; texts are compared case-sensitively, numbers as numbers" enum:"eq,neq,gt,gte,lt,lte,contains,startsWith,endsWith,matches,empty,notEmpty"`
	Value    string `json:"value,omitempty" about:"The value to compare with, as text; for matches, a regular expression" max:"2000"`
}

// allHold returns a test of a row that passes when all conditions hold; without conditions every row passes.
func allHold(t *csv.Table, conditions []condition) (func([]string) bool, error) {
	tests := make([]func([]string) bool, len(conditions))
	for i, c := range conditions {
		at, err := t.Column("where.column", c.Column)
		if err != nil {
			return nil, err
		}
		test, err := c.test(t.Number)
		if err != nil {
			return nil, err
		}
		tests[i] = func(row []string) bool { return test(csv.Cell(row, at)) }
	}
	return func(row []string) bool {
		for _, test := range tests {
			if !test(row) {
				return false
			}
		}
		return true
	}, nil
}

// test returns the test of one cell.
func (c condition) test(number func(string) (float64, bool)) (func(string) bool, error) {
	switch c.Operator {
	case "contains":
		return func(s string) bool { return strings.Contains(s, c.Value) }, nil
	case "startsWith":
		return func(s string) bool { return strings.HasPrefix(s, c.Value) }, nil
	case "endsWith":
		return func(s string) bool { return strings.HasSuffix(s, c.Value) }, nil
	case "empty":
		return func(s string) bool { return strings.TrimSpace(s) == "" }, nil
	case "notEmpty":
		return func(s string) bool { return strings.TrimSpace(s) != "" }, nil
	case "matches":
		re, err := plain.Compile(c.Value, "")
		if err != nil {
			return nil, err
		}
		return re.MatchString, nil
	}
	return c.compare(number)
}

// compare returns a test by order: as numbers when both values are numbers, otherwise as texts. When only the wanted
// value is a number, every operator but neq fails.
func (c condition) compare(number func(string) (float64, bool)) (func(string) bool, error) {
	holds, ok := map[string]func(int) bool{
		"eq": func(n int) bool { return n == 0 }, "neq": func(n int) bool { return n != 0 },
		"gt": func(n int) bool { return n > 0 }, "gte": func(n int) bool { return n >= 0 },
		"lt": func(n int) bool { return n < 0 }, "lte": func(n int) bool { return n <= 0 },
	}[c.Operator]
	if !ok {
		return nil, fault.Invalid("operator", "%q is not an operator.", c.Operator)
	}
	want, numeric := number(c.Value)
	return func(s string) bool {
		if !numeric {
			return holds(cmp.Compare(s, c.Value))
		}
		if n, ok := number(s); ok {
			return holds(cmp.Compare(n, want))
		}
		return c.Operator == "neq"
	}, nil
}
