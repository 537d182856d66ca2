package tool

import (
	"context"
	"encoding/json"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/tool/kit"
)

// decodedLibrary is the library of a notation that writes what JSON can hold: the text tools on the text, and the JSON tools
// on what it says.
func decodedLibrary(name string, aliases []string, of jsonSource) kit.Spec {
	return kit.Spec{
		Name: name, Aliases: aliases,
		Operations: append([]kit.Operation{
			fullText(textOf),
			kit.Metadata(of.facts),
			grep(textOf),
			getLines(textOf),
			firstLines,
			lastLines,
			countText,
		}, of.operations()...),
	}
}

const (
	maxDecodedBytes  = 8 << 20   // of a document
	maxDecodedValues = 2_000_000 // that it may grow to: a reference repeats what it stands for
	maxDecodedText   = 128 << 20 // bytes of text that it may grow to
	decodedCost      = 64
)

// loadDecoded reads a document of a notation once and keeps what it says.
func loadDecoded(ctx context.Context, s *kit.Subject, kind string, parser func(context.Context, []byte) (any, bool, error)) (*jsonDocument, error) {
	if s.SizeBytes > maxDecodedBytes {
		return nil, fault.TooLarge("", "This document has %d bytes; the %s tools parse at most %d.", s.SizeBytes, kind, maxDecodedBytes).
			Try("Use grep or get_full, which read a document of any size.")
	}
	return kit.Load(ctx, s, "decoded:"+kind, max(s.SizeBytes*decodedCost, 1<<10), func(ctx context.Context, s *kit.Subject) (*jsonDocument, error) {
		raw, err := s.ReadAll(ctx, maxDecodedBytes)
		if err != nil {
			return nil, err
		}
		text, _ := decodeText(raw)
		root, several, err := parser(ctx, text)
		if err != nil {
			return nil, err
		}
		return &jsonDocument{root: root, values: countValues(root), lines: several}, nil
	})
}

// numberOf writes a number as JSON does.
func numberOf(f float64) any {
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Sprint(f)
	}
	return json.Number(text)
}
