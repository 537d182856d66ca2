package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
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

// jsonOf reads the document as one JSON value, or as several one after the other (NDJSON).
func jsonOf(ctx context.Context, s *subject) (*jsonDocument, error) {
	if s.SizeBytes > maxJSONBytes {
		return nil, fault.TooLarge("", "This document has %d bytes; the JSON tools parse at most %d.", s.SizeBytes, maxJSONBytes).
			Try("Use grep or get_full, which read a document of any size.")
	}
	return load(ctx, s, "json", max(s.SizeBytes*jsonCost, 1<<10), func(ctx context.Context, s *subject) (*jsonDocument, error) {
		raw, err := s.read(ctx, maxJSONBytes)
		if err != nil {
			return nil, err
		}
		data, _ := decodeText(raw)
		return parseJSON(data)
	})
}

func parseJSON(data []byte) (*jsonDocument, error) {
	if depth := jsonDepth(data); depth > maxJSONDepth {
		return nil, fault.TooLarge("", "This JSON is nested %d deep; its tools read at most %d levels.", depth, maxJSONDepth).
			Try("Use grep or get_full, which take it as text.")
	}
	values, err := decodeValues(data)
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
func decodeValues(data []byte) (values []any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		var v any
		switch err := d.Decode(&v); {
		case err == io.EOF && len(values) > 0:
			return values, nil
		case err == io.EOF:
			return nil, unreadable("JSON", errors.New("it is empty"))
		case err != nil:
			return nil, unreadable("JSON", locate(data, err, d.InputOffset()))
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
	return fmt.Errorf("%s (line %d, column %d)", brief(err), line, column)
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

// at walks a dot path. A key that has dots itself is found too: of the ways to read a path, the one with shorter keys wins.
func (d *jsonDocument) at(path string) (any, error) {
	if path == "" {
		return d.root, nil
	}
	segments := strings.Split(bracketsToDots.Replace(path), ".")
	value, deepest, ok := walk(d.root, segments, 0)
	if !ok {
		return nil, notThere(path, segments, d.root, deepest)
	}
	return value, nil
}

var bracketsToDots = strings.NewReplacer("[", ".", "]", "")

// walk follows segments and says how many it could follow at most.
func walk(value any, segments []string, done int) (found any, deepest int, ok bool) {
	if len(segments) == 0 {
		return value, done, true
	}
	deepest = done
	for take := 1; take <= len(segments); take++ {
		child, exists := child(value, strings.Join(segments[:take], "."))
		if !exists {
			continue
		}
		found, reached, ok := walk(child, segments[take:], done+take)
		if ok {
			return found, reached, true
		}
		deepest = max(deepest, reached)
	}
	return nil, deepest, false
}

func child(value any, key string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		c, ok := v[key]
		return c, ok
	case []any:
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		return v[i], true
	default:
		return nil, false
	}
}

// notThere says how far a path went and what there is instead.
func notThere(path string, segments []string, root any, deepest int) error {
	parent := strings.Join(segments[:deepest], ".")
	value, _, _ := walk(root, segments[:deepest], 0)
	if deepest == 0 {
		value, parent = root, "the root"
	}
	err := fault.Invalid("path", "There is nothing at %q: %s has no %q.", path, parent, segments[min(deepest, len(segments)-1)])
	switch v := value.(type) {
	case map[string]any:
		return err.Try("Its keys are: " + clip(strings.Join(sortedKeys(v), ", "), 500) + ".")
	case []any:
		return err.Try(fmt.Sprintf("It is an array of %d items, indices from 0.", len(v)))
	default:
		return err.Try(fmt.Sprintf("It is a %s.", typeName(value)))
	}
}

func sortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
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
