package tool

import (
	"context"

	"vitrine/internal/tool/kit"
)

// fullText returns the get_full operation over the text that a source reads.
func fullText(of textSource) kit.Operation {
	return kit.Op("get_full", "The whole content as text, in pages.", func(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
		t, err := of(ctx, s)
		if err != nil {
			return nil, err
		}
		return kit.Prose{Facts: kit.Fields{"encoding": "utf8", "sizeBytes": t.SizeBytes}, Key: "content", Text: t.Data}, nil
	})
}
