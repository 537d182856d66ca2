package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sort"
)

// jsonParser reads one JSON document with the line of each value. It refuses what encoding/json accepts: duplicate keys
// and text after the end.
type jsonParser struct {
	file  string
	data  []byte
	lines []int // offsets at which lines begin
	d     *json.Decoder
}

func parseJSON(file string, data []byte) (*node, error) {
	p := &jsonParser{file: file, data: data, lines: lineStarts(data), d: json.NewDecoder(bytes.NewReader(data))}
	p.d.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return nil, p.explain(err)
	}
	if _, err := p.d.Token(); !errors.Is(err, io.EOF) {
		return nil, problem(p.here(), "There is text after the end of the JSON value.")
	}
	return n, nil
}

func (p *jsonParser) value(depth int) (*node, error) {
	start := p.next()
	token, err := p.d.Token()
	if err != nil {
		return nil, err
	}
	n := &node{Position: p.here(), value: token, spot: spot{start: start}}
	if depth > maxDepth {
		return nil, problem(n.Position, "The document is nested deeper than %d levels.", maxDepth)
	}
	switch token {
	case json.Delim('{'):
		n.value, err = p.object(depth)
	case json.Delim('['):
		n.value, err = p.array(depth)
	}
	n.spot.end = int(p.d.InputOffset())
	return n, err
}

func (p *jsonParser) object(depth int) (*object, error) {
	o := newObject()
	for p.d.More() {
		token, err := p.d.Token()
		if err != nil {
			return nil, err
		}
		key, at := token.(string), p.here() // a decoder returns nothing else here
		if o.of[key] != nil {
			return nil, problem(at, "The key %q occurs twice.", key)
		}
		n, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.Position = at
		o.set(key, n)
	}
	_, err := p.d.Token()
	return o, err
}

func (p *jsonParser) array(depth int) ([]*node, error) {
	items := []*node{}
	for p.d.More() {
		n, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		items = append(items, n)
	}
	_, err := p.d.Token()
	return items, err
}

// next returns the offset of the next value.
func (p *jsonParser) next() int {
	i := int(p.d.InputOffset())
	for i < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[i]) >= 0 {
		i++
	}
	return i
}

func (p *jsonParser) here() Position { return p.at(p.d.InputOffset()) }

func (p *jsonParser) at(offset int64) Position {
	return Position{p.file, sort.SearchInts(p.lines, int(offset))}
}

func (p *jsonParser) explain(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return problem(p.at(syntax.Offset), "The file is not valid JSON: %s.", syntax.Error())
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return problem(p.at(int64(len(p.data))), "The JSON ends unexpectedly.")
	}
	return err
}

// lineStarts returns the offset of each line; the number of offsets below a position is its line.
func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, b := range data {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
