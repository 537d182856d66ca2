package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

const (
	maxJSONBytes = 24 << 20 // a parsed document takes up to jsonCost times its bytes
	jsonCost     = 24
	maxJSONDepth = 512
)

// jsonDocument is parsed JSON. Numbers stay as written; of duplicate keys the last counts.
type jsonDocument struct {
	root   any
	values int  // how many values it holds, containers included
	lines  bool // several values, one after the other: the root is an array of them
}

func parseJSON(ctx context.Context, data []byte) (*jsonDocument, error) {
	if depth := jsonDepth(data); depth > maxJSONDepth {
		return nil, fault.TooLarge("", "This JSON is nested %d deep; its tools read at most %d levels.", depth, maxJSONDepth).
			Try("Use grep or get_full, which take it as text.")
	}
	values, err := decodeValues(ctx, data)
	if err != nil {
		return nil, err
	}
	d := &jsonDocument{root: values[0], lines: len(values) > 1}
	if d.lines {
		d.root = values
	}
	d.values = countValues(d.root)
	return d, nil
}

// decodeValues reads one or more values; none is an error.
func decodeValues(ctx context.Context, data []byte) (values []any, err error) {
	d := json.NewDecoder(parse.Reader(ctx, bytes.NewReader(data)))
	d.UseNumber()
	for {
		var v any
		switch err := d.Decode(&v); {
		case err == io.EOF && len(values) > 0:
			return values, nil
		case err == io.EOF:
			return nil, parse.Unreadable("JSON", errors.New("it is empty"))
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, parse.Unreadable("JSON", locate(data, err, d.InputOffset()))
		}
		values = append(values, v)
	}
}

// locate puts line and column, both from 1, into a parser's error.
func locate(data []byte, err error, offset int64) error {
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = max(offset, syntax.Offset-1)
	}
	before := data[:min(int(offset), len(data))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%s (line %d, column %d)", parse.Brief(err), line, column)
}

// jsonDepth is the deepest nesting of brackets outside strings, found without parsing.
func jsonDepth(data []byte) (deepest int) {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '{' || c == '['):
			depth++
			deepest = max(deepest, depth)
		case !quoted && (c == '}' || c == ']'):
			depth--
		}
	}
	return deepest
}

func countValues(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, child := range v {
			n += countValues(child)
		}
	case []any:
		for _, child := range v {
			n += countValues(child)
		}
	}
	return n
}

// resolve gives the one value at a dot path or a JSONPath.
func (d *jsonDocument) resolve(ctx context.Context, path string) (any, error) {
	if !isQuery(path) {
		return d.at(path)
	}
	query, err := parseQuery(path, d.values)
	if err != nil {
		return nil, err
	}
	var found []any
	err = query.visit(ctx, d.root, func(_ location, v any) bool {
		found = append(found, v)
		return len(found) < 2
	})
	if err == nil && len(found) != 1 {
		err = fault.Invalid("path", "The path %q must match exactly one value here.", path).Try("Ask json_path for its matches and take one of their paths.")
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

func typeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "number"
		}
		return "integer"
	default:
		return fmt.Sprintf("%T", v)
	}
}
