package folder

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// maxLine limits the length of a list or an object on one line, in bytes.
const maxLine = 100

// rendered formats a value in the layout of the one that it replaces: on one line if that was, keys in its order.
func (t *text) rendered(want, like *node) string {
	raw := like.origin()
	old := t.data[raw.spot.start:raw.spot.end]
	want = ordered(want, like)
	if want.items() == nil && want.object() == nil || !bytes.Contains(old, []byte("\n")) {
		if line := oneLine(want); len(line) <= maxLine || want.items() == nil && want.object() == nil {
			return line
		}
	}
	return t.block(want, t.indentAt(raw.spot.start))
}

// fresh formats a new value: lists of plain values on one line, nested values on several.
func (t *text) fresh(want *node, indent string) string {
	if line := oneLine(want); want.object() == nil && (len(line) <= maxLine || want.items() == nil) && !slices.ContainsFunc(want.items(), nested) {
		return line
	}
	return t.block(want, indent)
}

func nested(n *node) bool { return n.object() != nil || n.items() != nil }

// block formats a value on several lines.
func (t *text) block(want *node, indent string) string {
	var out bytes.Buffer
	_ = json.Indent(&out, []byte(oneLine(want)), indent, t.unit()) // of JSON: cannot fail
	return strings.ReplaceAll(out.String(), "\n", t.newline())
}

// indentAt returns the indentation of the line at an offset.
func (t *text) indentAt(offset int) string {
	line := t.data[bytes.LastIndexByte(t.data[:offset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// unit returns the file's step of indentation.
func (t *text) unit() string {
	for line := range bytes.Lines(t.data) {
		if indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]; len(indent) > 0 && len(indent) < len(line)-1 {
			return string(indent)
		}
	}
	return "  "
}

func (t *text) newline() string {
	if bytes.Contains(t.data, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// oneLine formats a value on one line with spaces, such as {"a": [1, 2]}.
func oneLine(n *node) string {
	switch v := n.value.(type) {
	case []*node:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = oneLine(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *object:
		parts := make([]string, len(v.keys))
		for i, key := range v.keys {
			parts[i] = quote(key) + ": " + oneLine(v.of[key])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return scalar(n.value)
}

func quote(s string) string { return scalar(s) }

// scalar formats a scalar without escaping <, > and &.
func scalar(v any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// ordered returns a value with the keys of its objects in the order of like, new ones last.
func ordered(want, like *node) *node {
	switch v := want.value.(type) {
	case []*node:
		out := make([]*node, len(v))
		for i, item := range v {
			out[i] = item
			if have := like.items(); i < len(have) {
				out[i] = ordered(item, have[i])
			}
		}
		return &node{value: out}
	case *object:
		if o := like.object(); o != nil {
			return &node{value: v.inOrderOf(o)}
		}
	}
	return want
}

func (o *object) inOrderOf(like *object) *object {
	out := newObject()
	for _, key := range like.keys {
		if n := o.of[key]; n != nil {
			out.set(key, ordered(n, like.of[key]))
		}
	}
	for _, key := range o.keys {
		if out.of[key] == nil {
			out.set(key, o.of[key])
		}
	}
	return out
}

// alike reports whether two values are equal; the order of keys and the spelling of numbers do not matter.
func alike(a, b *node) bool {
	switch v := a.value.(type) {
	case []*node:
		w, is := b.value.([]*node)
		return is && slices.EqualFunc(v, w, alike)
	case *object:
		w, is := b.value.(*object)
		return is && len(v.keys) == len(w.keys) && !slices.ContainsFunc(v.keys, func(key string) bool {
			return w.of[key] == nil || !alike(v.of[key], w.of[key])
		})
	case json.Number:
		w, is := b.value.(json.Number)
		x, _ := v.Float64()
		y, _ := w.Float64()
		return is && (v == w || x == y)
	}
	return a.value == b.value
}
