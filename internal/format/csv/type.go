package csv

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// TypedRows is how many rows are used to infer the type of a column.
const TypedRows = 10_000

// InferType returns the narrowest type of all cells of a column that are not empty, and the number of empty cells.
func InferType(ctx context.Context, t *Table, column int) (kind string, empty int, err error) {
	err = t.Scan(ctx, func(i int, row []string) {
		text := strings.TrimSpace(Cell(row, column))
		if text == "" {
			empty++
		} else if i < TypedRows && kind != "text" {
			kind = widen(kind, cellType(t, text))
		}
	})
	if kind == "" {
		kind = "empty"
	}
	return kind, empty, err
}

// widen returns a type that includes both types.
func widen(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case a == "integer" && b == "number" || a == "number" && b == "integer":
		return "number"
	case a == "date" && b == "datetime" || a == "datetime" && b == "date":
		return "datetime"
	default:
		return "text"
	}
}

var (
	wholeNumber = regexp.MustCompile(`^[+-]?\d{1,18}$`)
	plainNumber = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$`)
	commaNumber = regexp.MustCompile(`^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$`)
	isoDate     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`)
)

func cellType(t *Table, text string) string {
	if wholeNumber.MatchString(text) && (len(text) == 1 || text[0] != '0') {
		return "integer"
	}
	if _, ok := t.Number(text); ok {
		if text[0] == '0' && len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
			return "text" // 007 is a code, not a number
		}
		return "number"
	}
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no":
		return "boolean"
	}
	return dateType(text)
}

func dateType(text string) string {
	if !isoDate.MatchString(text) {
		return "text"
	}
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return "date"
	}
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04"} {
		if _, err := time.Parse(layout, text); err == nil {
			return "datetime"
		}
	}
	return "text"
}

// Number parses a cell as a number in the notation of the table.
func (t *Table) Number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if t.decimalComma && commaNumber.MatchString(text) {
		text = strings.ReplaceAll(strings.ReplaceAll(text, ".", ""), ",", ".")
	}
	return PlainFloat(text)
}

// PlainFloat parses a decimal number; it rejects other notations that Go accepts, such as hexadecimal and NaN.
func PlainFloat(text string) (float64, bool) {
	if !plainNumber.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// usesDecimalComma reports whether there are numbers with a decimal comma and none with a decimal point; never in
// comma-separated text.
func usesDecimalComma(t *Table) bool {
	if t.Delimiter == ',' {
		return false
	}
	comma := false
	for _, row := range t.Rows[:min(len(t.Rows), 1000)] {
		for _, text := range row {
			switch {
			case strings.Contains(text, ",") && commaNumber.MatchString(text):
				comma = true
			case strings.Contains(text, ".") && plainNumber.MatchString(text) && !commaNumber.MatchString(text):
				return false
			}
		}
	}
	return comma
}
