package folder

import (
	"bytes"
	"cmp"
	"io/fs"
	"slices"
	"strings"
)

// change replaces a range of bytes by text.
type change struct {
	start, end int
	text       string
}

// applied makes changes in order. Of two that overlap the later one is skipped: the next round makes it.
func applied(data []byte, changes []change) []byte {
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, c := range changes {
		if c.start < at {
			continue
		}
		out = append(append(out, data[at:c.start]...), c.text...)
		at = c.end
	}
	return append(out, data[at:]...)
}

// text is a file that is being changed.
type text struct {
	e    *Editor
	file string
	mark []byte // its byte order mark
	data []byte // without it
	yaml bool
}

var byteOrderMark = []byte("\ufeff")

func (e *Editor) text(file string) *text {
	t := &text{e: e, file: file, yaml: isYAML(file)}
	data, _ := fs.ReadFile(overlay{e.base, e.files}, file) // was read before
	if rest, marked := bytes.CutPrefix(data, byteOrderMark); marked {
		t.mark, data = byteOrderMark, rest
	}
	t.data = data
	return t
}

func (t *text) change(start, end int, with string) {
	c := change{start, end, with}
	if !slices.Contains(t.e.pending[t.file], c) {
		t.e.pending[t.file] = append(t.e.pending[t.file], c)
	}
}

// oddLines reports whether a YAML file has single carriage returns, which only YAML treats as line breaks.
func (t *text) oddLines() bool {
	return t.yaml && bytes.Count(t.data, []byte("\r")) != bytes.Count(t.data, []byte("\r\n"))
}

// replace changes the value of one of the record's own fields.
func (t *text) replace(own *node, key string, n, want *node) error {
	if t.oddLines() {
		return problem(own.Position, "The field %s cannot be changed in place: the file has unusual line breaks.", key)
	}
	if t.yaml {
		return t.replaceYAML(own, key, n.origin(), want)
	}
	return t.value(n, want)
}

// insert adds a field to an object.
func (t *text) insert(own *node, key string, want *node) error {
	if t.oddLines() {
		return problem(own.Position, "The field %s cannot be added here: the file has unusual line breaks.", key)
	}
	if t.yaml {
		return t.insertYAML(own, key, want)
	}
	t.insertJSON(own.origin(), key, want)
	return nil
}

// value changes a JSON value: only nested differences where both are objects or lists of the same shape, else the
// whole.
func (t *text) value(n, want *node) (err error) {
	raw := n.origin()
	if alike(n, want) {
		return nil
	}
	if strings.HasPrefix(raw.text(), "@env:") {
		return problem(n.Position, "%s stays, although the server has another value: values of variables are never written.", raw.text())
	}
	switch v := want.value.(type) {
	case *object:
		if sameKeys(raw.object(), n.object(), v) {
			return t.members(n, v)
		}
	case []*node:
		if a, b := raw.items(), n.items(); len(a) == len(v) && len(b) == len(v) && len(v) > 0 {
			return t.elements(b, v)
		}
	}
	t.change(raw.spot.start, raw.spot.end, t.rendered(want, n))
	return nil
}

func (t *text) members(n *node, want *object) error {
	for _, key := range want.keys {
		child := n.object().of[key]
		if child == nil {
			t.insertJSON(n.origin(), key, want.of[key])
			continue
		}
		if err := t.value(child, want.of[key]); err != nil {
			return err
		}
	}
	return nil
}

func (t *text) elements(have, want []*node) error {
	for i := range want {
		if err := t.value(have[i], want[i]); err != nil {
			return err
		}
	}
	return nil
}

// insertJSON writes a key after the last one, on a new line if the others are on separate lines.
func (t *text) insertJSON(raw *node, key string, want *node) {
	o := raw.object()
	member := func(indent string) string { return quote(key) + ": " + t.fresh(want, indent) }
	if len(o.keys) == 0 {
		before := map[bool]string{true: ", ", false: " "}[t.e.grown[o] > 0]
		t.e.grown[o]++
		t.change(raw.spot.start+1, raw.spot.start+1, before+member(t.indentAt(raw.spot.start)))
		return
	}
	last := o.of[o.keys[len(o.keys)-1]].spot
	if first := o.of[o.keys[0]].spot; !bytes.Contains(t.data[raw.spot.start:first.start], []byte("\n")) {
		t.change(last.end, last.end, ", "+member(t.indentAt(last.start)))
		return
	}
	indent := t.indentAt(last.start)
	t.change(last.end, last.end, ","+t.newline()+indent+member(indent))
}

// sameKeys reports whether an object can be changed key by key: none is from elsewhere, and none is removed.
func sameKeys(raw, resolved, want *object) bool {
	if raw == nil || resolved == nil || len(raw.keys) == 0 || len(raw.keys) != len(resolved.keys) {
		return false
	}
	return !slices.ContainsFunc(raw.keys, func(key string) bool { return borrows(key) || want.of[key] == nil })
}

func (n *node) items() []*node { list, _ := n.value.([]*node); return list }
