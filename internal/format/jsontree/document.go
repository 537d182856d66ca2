// Package jsontree parses JSON into bounded trees, and finds values in them by JSONPath, by dot paths and by text.
package jsontree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Limits of documents in other notations that are decoded into JSON values.
const (
	MaxDecodedBytes = 8 << 20   // of a document
	MaxValues       = 2_000_000 // that it may expand to: an alias repeats its value
	MaxText         = 128 << 20 // bytes of text that it may expand to
	// DecodedCost is the memory in bytes for a byte of another notation.
	DecodedCost = 64
)

// Number returns a number in the notation of JSON.
func Number(f float64) any {
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Sprint(f)
	}
	return json.Number(text)
}

// ScalarText returns the text of a value that is neither a container nor null.
func ScalarText(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case interface{ String() string }: // json.Number
		return v.String(), true
	default:
		return "", false
	}
}

// Limits of JSON documents.
const (
	MaxBytes = 24 << 20 // a parsed document takes up to Cost times its bytes
	// Cost is the memory in bytes for a byte of JSON.
	Cost = 24
	// MaxDepth is how deep a document may be nested.
	MaxDepth = 512
)

// Document is parsed JSON. Numbers stay as written; the last of duplicate keys wins.
type Document struct {
	Root   any
	Values int  // how many values it holds, containers included
	Lines  bool // the source is a sequence of values; the root is an array of them
}

// Parse parses one JSON value, or a sequence of values, which become an array.
func Parse(ctx context.Context, data []byte) (*Document, error) {
	if depth := jsonDepth(data); depth > MaxDepth {
		return nil, fault.TooLarge("", "This JSON is nested %d levels deep; its tools read at most %d.", depth, MaxDepth).
			Try("Use grep or get_full, which read it as text.")
	}
	values, err := decodeValues(ctx, data)
	if err != nil {
		return nil, err
	}
	d := &Document{Root: values[0], Lines: len(values) > 1}
	if d.Lines {
		d.Root = values
	}
	d.Values = CountValues(d.Root)
	return d, nil
}

// decodeValues decodes one or more values; it fails when there are none.
func decodeValues(ctx context.Context, data []byte) (values []any, err error) {
	d := json.NewDecoder(parse.Reader(ctx, bytes.NewReader(data)))
	d.UseNumber()
	for {
		var v any
		switch err := d.Decode(&v); {
		case err == io.EOF && len(values) > 0:
			return values, nil
		case err == io.EOF:
			return nil, parse.Unreadable("JSON document", errors.New("it is empty"))
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, parse.Unreadable("JSON document", locate(data, err, d.InputOffset()))
		}
		values = append(values, v)
	}
}

// locate adds line and column, both from 1, to a parser's error.
func locate(data []byte, err error, offset int64) error {
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = max(offset, syntax.Offset-1)
	}
	before := data[:min(int(offset), len(data))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%s (line %d, column %d)", parse.Brief(err), line, column)
}

// jsonDepth returns the deepest nesting of brackets outside strings, without parsing.
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

// CountValues returns the number of values in a value, itself and containers included.
func CountValues(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, child := range v {
			n += CountValues(child)
		}
	case []any:
		for _, child := range v {
			n += CountValues(child)
		}
	}
	return n
}

// Resolve returns the one value at a dot path or a JSONPath.
func (d *Document) Resolve(ctx context.Context, path string) (any, error) {
	if !IsQuery(path) {
		return d.At(path)
	}
	query, err := ParseQuery(path, d.Values)
	if err != nil {
		return nil, err
	}
	var found []any
	err = query.Visit(ctx, d.Root, func(_ Location, v any) bool {
		found = append(found, v)
		return len(found) < 2
	})
	if err == nil && len(found) != 1 {
		err = fault.Invalid("path", "The path %q must match exactly one value.", path).Try("Use json_path to list its matches, and use the path of one of them.")
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// TypeName returns the JSON Schema type of a value, such as object or integer.
func TypeName(v any) string {
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

// NumberIn returns the number that a value is; false for any other value, also a text.
func NumberIn(value any) (float64, bool) {
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

// TextAt returns the first of some fields that is a text and not empty.
func TextAt(object map[string]any, names ...string) string {
	for _, name := range names {
		if text, ok := object[name].(string); ok && text != "" {
			return text
		}
	}
	return ""
}
