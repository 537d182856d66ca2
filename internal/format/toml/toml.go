// Package toml reads TOML documents as JSON values.
package toml

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/pelletier/go-toml/v2"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/parse"
)

// maxTOMLKeys limits the keys of a document, because the parser searches a whole table for each of its keys.
const maxTOMLKeys = 30_000

// Parse reads TOML. The second result is always false, because a document is one value.
func Parse(_ context.Context, text []byte) (root any, several bool, err error) {
	switch depth, keys := tomlSize(text); {
	case depth > jsontree.MaxDepth:
		return nil, false, fault.TooLarge("", "This TOML is nested up to %d deep; its tools read at most %d levels.", depth, jsontree.MaxDepth).
			Try("Use grep or get_full, which read it as text.")
	case keys > maxTOMLKeys:
		return nil, false, fault.TooLarge("", "This TOML has about %d keys; its tools read at most %d.", keys, maxTOMLKeys).
			Try("Use grep or get_full, which read it as text.")
	}
	var table map[string]any
	if err := toml.Unmarshal(text, &table); err != nil {
		return nil, false, parse.Unreadable("TOML document", locateTOML(err))
	}
	return plainValue(table), false, nil
}

func locateTOML(err error) error {
	if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
		line, column := at.Position()
		return fmt.Errorf("%s (line %d, column %d)", parse.Brief(err), line, column)
	}
	return err
}

// tomlSize estimates the deepest nesting of brackets and dotted keys, and the number of keys, without parsing, because
// the parser is recursive. It also counts characters inside strings.
func tomlSize(text []byte) (deepest, keys int) {
	brackets, dots, atStart := 0, 0, true
	for _, b := range text {
		switch b {
		case '[', '{':
			if brackets++; atStart {
				keys++ // a table's header
			}
		case ']', '}':
			brackets = max(0, brackets-1)
		case '.':
			dots++
		case '=':
			keys, dots = keys+1+dots, 0
		case '\n':
			keys, dots = keys+dots, 0
		}
		atStart = b == '\n' || atStart && (b == ' ' || b == '\t')
		deepest = max(deepest, brackets, dots)
	}
	return deepest, keys
}

// plainValue converts decoded values to those of the JSON tools: numbers as json.Number, times as text.
func plainValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, child := range v {
			v[key] = plainValue(child)
		}
		return v
	case []any:
		for i, child := range v {
			v[i] = plainValue(child)
		}
		return v
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return fmt.Sprint(v)
		}
		return jsontree.Number(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case fmt.Stringer: // dates and times without a zone
		return v.String()
	default:
		return v
	}
}
