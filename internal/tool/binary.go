package tool

import (
	"context"
	"encoding/base64"
	"fmt"
)

func init() {
	register(kitSpec{
		name: "binary", aliases: []string{"GenericBinaryToolLibrary"},
		operations: []operation{
			fullBytes(),
			metadata(func(context.Context, *subject) (fields, error) { return fields{}, nil }),
			op("hex_dump", "Bytes as hexadecimal and printable characters, 16 to a line, from a byte offset.", hexDump),
		},
	})
}

// fullBytes is get_full of content that has no text: base64, each page decodable by itself.
func fullBytes() operation {
	return op("get_full", "The whole content as base64, in pages; each page decodes by itself.",
		func(_ context.Context, s *subject, _ none) (answer, error) { return raw{s}, nil })
}

// raw is an answer of bytes, read from the document page by page.
type raw struct{ s *subject }

func (r raw) page(ctx context.Context, from int64, budget int) (page, error) {
	n := max(3, (budget-overhead)/4*3)
	piece, err := r.s.section(ctx, from, n)
	if err != nil {
		return page{}, err
	}
	data := fields{"content": base64.StdEncoding.EncodeToString(piece), "encoding": "base64", "sizeBytes": r.s.SizeBytes}
	next := from + int64(len(piece))
	if next >= r.s.SizeBytes {
		next = 0
	}
	if from > 0 || next > 0 {
		data["offset"], data["note"] = from, partial(next, "")
	}
	return page{data: data, next: next}, nil
}

type hexInput struct {
	Offset int64 `json:"offset,omitempty" about:"Byte offset to start at" min:"0" default:"0"`
	Length int   `json:"length,omitempty" about:"How many bytes" min:"1" max:"65536" default:"256"`
}

const hexRow = 16

func hexDump(ctx context.Context, s *subject, in hexInput) (answer, error) {
	data, err := s.section(ctx, in.Offset, in.Length)
	if err != nil {
		return nil, err
	}
	var rows []string
	for at := 0; at < len(data); at += hexRow {
		rows = append(rows, hexLine(in.Offset+int64(at), data[at:min(len(data), at+hexRow)]))
	}
	return series{facts: fields{"offset": in.Offset, "length": len(data), "sizeBytes": s.SizeBytes}, key: "rows", each: items(rows)}, nil
}

// hexLine writes up to 16 bytes in the customary form: offset, bytes, characters.
func hexLine(offset int64, row []byte) string {
	printable := make([]byte, len(row))
	for i, b := range row {
		printable[i] = '.'
		if b >= ' ' && b < 0x7f {
			printable[i] = b
		}
	}
	return fmt.Sprintf("%08x  %-47s  |%s|", offset, fmt.Sprintf("% x", row), printable)
}
