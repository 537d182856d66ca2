package folder

import (
	"bytes"
	"encoding/json"
	"strings"
)

// node is one value of a document with its position.
type node struct {
	Position
	value any // string, json.Number, bool, nil, []*node or *object

	spot  spot
	raw   *node    // before references were resolved; nil: the node itself
	files []string // read to resolve it
}

// spot is the position of a value in the text of its file.
type spot struct {
	start, end int  // in bytes, of a value in JSON
	column     int  // of the key in YAML; 1 is the first
	from, at   int  // line and column of the value in YAML
	flow       bool // a YAML mapping in braces
}

// origin returns the node before references were resolved.
func (n *node) origin() *node {
	if n == nil || n.raw == nil {
		return n
	}
	return n.raw
}

// with returns a node at the position of n with another value.
func (n *node) with(value any) *node {
	return &node{Position: n.Position, value: value, raw: n.origin()}
}

// object has its keys in the order of the file.
type object struct {
	keys []string
	of   map[string]*node
}

func newObject() *object { return &object{of: map[string]*node{}} }

// set adds a key, or replaces its value in place.
func (o *object) set(key string, n *node) {
	if _, known := o.of[key]; !known {
		o.keys = append(o.keys, key)
	}
	o.of[key] = n
}

// named returns the key that equals key in any case, with its value.
func (o *object) named(key string) (string, *node) {
	if n := o.of[key]; n != nil {
		return key, n
	}
	for _, k := range o.keys {
		if strings.EqualFold(k, key) {
			return k, o.of[k]
		}
	}
	return "", nil
}

// object returns the value as an object, nil when it is something else.
func (n *node) object() *object {
	if n == nil {
		return nil
	}
	o, _ := n.value.(*object)
	return o
}

// text returns the value as a string, empty when it is something else.
func (n *node) text() string {
	if n == nil {
		return ""
	}
	s, _ := n.value.(string)
	return s
}

// texts returns a list of strings, also for a single string.
func (n *node) texts() (list []string) {
	if n == nil {
		return nil
	}
	if s, ok := n.value.(string); ok {
		return []string{s}
	}
	items, _ := n.value.([]*node)
	for _, item := range items {
		list = append(list, item.text())
	}
	return list
}

// MarshalJSON writes keys in the order of the file.
func (n *node) MarshalJSON() ([]byte, error) {
	if o := n.object(); o != nil {
		return o.MarshalJSON()
	}
	return json.Marshal(n.value)
}

// MarshalJSON writes keys in the order of the file.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(k) // of a string: cannot fail
		b.Write(append(key, ':'))
		value, err := o.of[k].MarshalJSON()
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
