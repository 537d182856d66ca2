package tool

import (
	"context"
	"fmt"

	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "binary", Aliases: []string{"GenericBinaryToolLibrary"},
		Operations: []kit.Operation{
			kit.FullBytes(),
			kit.Metadata(func(context.Context, *kit.Subject) (kit.Fields, error) { return kit.Fields{}, nil }),
			kit.Op("hex_dump", "Bytes in hexadecimal and as printable characters, 16 per line, from a byte offset.", hexDump),
		},
	})
}

type hexInput struct {
	Offset int64 `json:"offset,omitempty" about:"Byte offset to start at" min:"0" default:"0"`
	Length int   `json:"length,omitempty" about:"How many bytes" min:"1" max:"65536" default:"256"`
}

const hexRow = 16

func hexDump(ctx context.Context, s *kit.Subject, in hexInput) (kit.Answer, error) {
	data, err := s.Section(ctx, in.Offset, in.Length)
	if err != nil {
		return nil, err
	}
	var rows []string
	for at := 0; at < len(data); at += hexRow {
		rows = append(rows, hexLine(in.Offset+int64(at), data[at:min(len(data), at+hexRow)]))
	}
	return kit.Series{Facts: kit.Fields{"offset": in.Offset, "length": len(data), "sizeBytes": s.SizeBytes}, Key: "rows", Each: kit.Items(rows)}, nil
}

// hexLine formats up to 16 bytes in the usual form: offset, bytes, characters.
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
