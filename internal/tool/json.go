package tool

import (
	"context"
	"maps"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "json", Aliases: []string{"JSONToolLibrary"},
		Operations: append([]kit.Operation{
			fullText(textOf),
			kit.Metadata(jsonSource(jsonOf).facts),
			grep(textOf),
		}, jsonSource(jsonOf).operations()...),
	})
}

// jsonSource reads a document into the JSON data model, whatever notation it is written in.
type jsonSource func(context.Context, *kit.Subject) (*jsontree.Document, error)

// operations returns the tools of every document with the data model of JSON.
func (of jsonSource) operations() []kit.Operation {
	return []kit.Operation{
		kit.Op("json_path", `The value at a plain dot path ("store.books.0.title"; "" is the root), or every match of an RFC 9535 JSONPath that starts with $ ("$.store.books[?@.price > 10].title").`, of.path),
		kit.Op("json_keys", "The sorted keys of the object at a path, or the indices of an array.", of.keys),
		kit.Op("json_search", "Strings, numbers and booleans under a key, at any depth, that match a regular expression.", of.search),
		kit.Op("json_iterate", "A slice of the array at a path.", of.iterate),
		kit.Op("json_schema", "The shape of the value at a path as a JSON Schema, inferred from the data.", of.shape),
	}
}

func (of jsonSource) facts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Fields{"rootType": jsontree.TypeName(d.Root), "valueCount": d.Values, "lines": d.Lines}, nil
}

type jsonPathInput struct {
	Path string `json:"path,omitempty" about:"Dot path or JSONPath; empty is the root" max:"2000" default:""`
}

// match is one value and its normalized JSONPath.
type match struct {
	Path  string `json:"path"`
	Value any    `json:"value"`
}

func (of jsonSource) path(ctx context.Context, s *kit.Subject, in jsonPathInput) (kit.Answer, error) {
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	if !jsontree.IsQuery(in.Path) {
		value, err := d.At(in.Path)
		return kit.Whole{Value: value}, err
	}
	query, err := jsontree.ParseQuery(in.Path, d.Values)
	if err != nil {
		return nil, err
	}
	return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		n := int64(-1)
		return query.Visit(ctx, d.Root, func(path jsontree.Location, value any) bool {
			n++
			return n < from || visit(n, match{path.String(), value})
		})
	}}, nil
}

func (of jsonSource) keys(ctx context.Context, s *kit.Subject, in jsonPathInput) (kit.Answer, error) {
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	value, err := d.Resolve(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	switch v := value.(type) {
	case map[string]any:
		return kit.Series{Facts: kit.Fields{"type": "object", "count": len(v)}, Key: "keys", Each: kit.Items(slices.Sorted(maps.Keys(v)))}, nil
	case []any:
		return kit.Series{Facts: kit.Fields{"type": "array", "count": len(v)}, Key: "keys", Each: kit.Items(indices(len(v)))}, nil
	default:
		return nil, fault.Invalid("path", "The value at %q is of type %s; only objects and arrays have keys.", in.Path, jsontree.TypeName(value))
	}
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

type jsonSearchInput struct {
	Key     string `json:"key" about:"The exact key whose values are searched" max:"1000"`
	Pattern string `json:"pattern" about:"Regular expression (RE2 syntax)" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
}

func (of jsonSource) search(ctx context.Context, s *kit.Subject, in jsonSearchInput) (kit.Answer, error) {
	re, err := plain.Compile(in.Pattern, in.Flags)
	if err != nil {
		return nil, err
	}
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		n := int64(-1)
		return jsontree.EveryKey(in.Key).Visit(ctx, d.Root, func(path jsontree.Location, value any) bool {
			text, ok := jsontree.ScalarText(value)
			if !ok || !re.MatchString(text) {
				return true
			}
			n++
			return n < from || visit(n, match{path.String(), value})
		})
	}}, nil
}

type jsonIterateInput struct {
	ArrayPath string `json:"arrayPath,omitempty" about:"Path of the array; empty is the root" max:"2000" default:""`
	Start     int    `json:"start,omitempty" about:"0-based index of the first item; negative values count from the end" default:"0"`
	Count     int    `json:"count,omitempty" about:"How many items" min:"1" max:"100000" default:"50"`
}

func (of jsonSource) iterate(ctx context.Context, s *kit.Subject, in jsonIterateInput) (kit.Answer, error) {
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	value, err := d.Resolve(ctx, in.ArrayPath)
	if err != nil {
		return nil, err
	}
	array, ok := value.([]any)
	if !ok {
		return nil, fault.Invalid("arrayPath", "The value at %q is of type %s, not an array.", in.ArrayPath, jsontree.TypeName(value))
	}
	start := in.Start
	if start < 0 {
		start += len(array)
	}
	start = min(max(start, 0), len(array))
	return kit.Series{
		Facts: kit.Fields{"start": start, "total": len(array)}, Key: "items",
		Each: kit.Items(array[start:min(len(array), start+in.Count)]),
	}, nil
}

// jsonOf parses the document as one JSON value, or as a sequence of values (NDJSON).
func jsonOf(ctx context.Context, s *kit.Subject) (*jsontree.Document, error) {
	if s.SizeBytes > jsontree.MaxBytes {
		return nil, fault.TooLarge("", "This document has %d bytes; the JSON tools parse at most %d.", s.SizeBytes, jsontree.MaxBytes).
			Try("Use grep or get_full, which accept larger documents.")
	}
	return kit.Load(ctx, s, "json", max(s.SizeBytes*jsontree.Cost, 1<<10), func(ctx context.Context, s *kit.Subject) (*jsontree.Document, error) {
		raw, err := s.ReadAll(ctx, jsontree.MaxBytes)
		if err != nil {
			return nil, err
		}
		data, _ := plain.Decode(raw)
		return jsontree.Parse(ctx, data)
	})
}

func (of jsonSource) shape(ctx context.Context, s *kit.Subject, in shapeInput) (kit.Answer, error) {
	d, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	value, err := d.Resolve(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	sh := jsontree.NewShape()
	sh.Add(value, in.Depth)
	return kit.Whole{Value: sh.Schema()}, nil
}

type shapeInput struct {
	Path  string `json:"path,omitempty" about:"Dot path or JSONPath of one value; empty is the root" max:"2000" default:""`
	Depth int    `json:"depth,omitempty" about:"How many levels to describe" min:"1" max:"32" default:"8"`
}
