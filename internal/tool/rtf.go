package tool

import (
	"context"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/rtf"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{Name: "rtf", Aliases: []string{"RTFToolLibrary"}, Operations: documentSource(rtfOf).operations()})
}

// rtfOf reads a document in Rich Text Format.
func rtfOf(ctx context.Context, s *kit.Subject) (*richtext.Document, error) {
	return kit.Load(ctx, s, "rtf", max(min(s.SizeBytes, rtf.MaxBytes)*rtf.Cost, 1<<10), func(ctx context.Context, s *kit.Subject) (*richtext.Document, error) {
		raw, err := s.ReadAll(ctx, rtf.MaxBytes)
		if err != nil {
			return nil, err
		}
		return rtf.Parse(ctx, raw)
	})
}
