package tool

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

// decodedLibrary returns a library for a notation with the data model of JSON: the text tools on the source, and the
// JSON tools on the decoded value.
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

// loadDecoded parses a document of such a notation once and caches the result.
func loadDecoded(ctx context.Context, s *kit.Subject, kind string, parser func(context.Context, []byte) (any, bool, error)) (*jsontree.Document, error) {
	if s.SizeBytes > jsontree.MaxDecodedBytes {
		return nil, fault.TooLarge("", "This document has %d bytes; the %s tools parse at most %d.", s.SizeBytes, kind, jsontree.MaxDecodedBytes).
			Try("Use grep or get_full, which accept larger documents.")
	}
	return kit.Load(ctx, s, "decoded:"+kind, max(s.SizeBytes*jsontree.DecodedCost, 1<<10), func(ctx context.Context, s *kit.Subject) (*jsontree.Document, error) {
		raw, err := s.ReadAll(ctx, jsontree.MaxDecodedBytes)
		if err != nil {
			return nil, err
		}
		text, _ := plain.Decode(raw)
		root, several, err := parser(ctx, text)
		if err != nil {
			return nil, err
		}
		return &jsontree.Document{Root: root, Values: jsontree.CountValues(root), Lines: several}, nil
	})
}
