// Package yaml reads YAML documents as JSON values.
package yaml

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/parse"
)

// Parse reads YAML. Several documents become an array, and the second result is true.
func Parse(ctx context.Context, text []byte) (root any, several bool, err error) {
	d, reader := yaml.NewDecoder(parse.Reader(ctx, bytes.NewReader(text))), &yamlReader{ctx: ctx}
	var documents []any
	for {
		node, err := parse.Guard(func() (n yaml.Node, err error) { return n, d.Decode(&n) })
		switch {
		case ctx.Err() != nil:
			return nil, false, ctx.Err()
		case errors.Is(err, io.EOF) && len(documents) == 0:
			return nil, false, parse.Unreadable("YAML document", errors.New("it is empty"))
		case errors.Is(err, io.EOF):
			return oneOrAll(documents)
		case err != nil:
			return nil, false, parse.Unreadable("YAML document", errors.New(strings.TrimPrefix(parse.Brief(err), "yaml: ")))
		}
		value, err := reader.value(&node, 0)
		if err != nil {
			return nil, false, err
		}
		documents = append(documents, value)
	}
}

func oneOrAll(documents []any) (root any, several bool, err error) {
	if len(documents) == 1 {
		return documents[0], false, nil
	}
	return documents, true, nil
}

// yamlReader converts nodes to values. It counts values and bytes, again for each use of an alias, so that nested
// aliases cannot expand without limit.
type yamlReader struct {
	ctx           context.Context
	values, bytes int
}

func (r *yamlReader) value(n *yaml.Node, depth int) (any, error) {
	r.values, r.bytes = r.values+1, r.bytes+len(n.Value)
	switch {
	case depth > jsontree.MaxDepth:
		return nil, fault.TooLarge("", "This YAML is nested more than %d deep, or an alias contains itself.", jsontree.MaxDepth).
			Try("Use grep or get_full, which read it as text.")
	case r.values > jsontree.MaxValues || r.bytes > jsontree.MaxText:
		return nil, fault.TooLarge("", "This YAML expands to more than %d values, which is the limit.", jsontree.MaxValues).
			Try("Use grep or get_full, which read it as text.")
	case r.values%1024 == 0 && r.ctx.Err() != nil:
		return nil, r.ctx.Err()
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return r.value(n.Content[0], depth)
	case yaml.AliasNode:
		return r.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		return r.sequence(n, depth)
	case yaml.MappingNode:
		return r.mapping(n, depth)
	default:
		return scalarOf(n), nil
	}
}

func (r *yamlReader) sequence(n *yaml.Node, depth int) (any, error) {
	out := make([]any, 0, len(n.Content))
	for _, child := range n.Content {
		v, err := r.value(child, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// mapping reads an object. A key that is not text is written as text. Keys of the mapping override those of a merge
// key (<<).
func (r *yamlReader) mapping(n *yaml.Node, depth int) (any, error) {
	out, merged := map[string]any{}, map[string]any{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, err := r.value(n.Content[i], depth+1)
		if err != nil {
			return nil, err
		}
		v, err := r.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if n.Content[i].ShortTag() == "!!merge" {
			merge(merged, v)
			continue
		}
		out[keyText(key)] = v
	}
	for key, v := range merged {
		if _, ok := out[key]; !ok {
			out[key] = v
		}
	}
	return out, nil
}

// merge adds the keys of an object, or of several objects in order, of which the first one wins.
func merge(into map[string]any, from any) {
	switch from := from.(type) {
	case []any:
		for _, one := range from {
			merge(into, one)
		}
	case map[string]any:
		for key, v := range from {
			if _, ok := into[key]; !ok {
				into[key] = v
			}
		}
	}
}

func keyText(key any) string {
	switch k := key.(type) {
	case string:
		return k
	case nil:
		return "null"
	default:
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(k) // of decoded values: cannot fail
		return strings.Trim(strings.TrimSuffix(b.String(), "\n"), `"`)
	}
}

// scalarOf returns a scalar as JSON has it. Numbers that JSON does not have, times and binary values stay text.
func scalarOf(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		return yamlNumber(n)
	default:
		return n.Value
	}
}

// yamlNumber returns a number, as written when that is valid JSON.
func yamlNumber(n *yaml.Node) any {
	var i int64
	var f float64
	switch {
	case json.Valid([]byte(n.Value)):
		return json.Number(n.Value)
	case n.ShortTag() == "!!int" && n.Decode(&i) == nil:
		return json.Number(strconv.FormatInt(i, 10))
	case n.Decode(&f) == nil && !math.IsInf(f, 0) && !math.IsNaN(f):
		return jsontree.Number(f)
	default:
		return n.Value
	}
}
