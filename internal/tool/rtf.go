package tool

import (
	"context"

	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{Name: "rtf", Aliases: []string{"RTFToolLibrary"}, Operations: writingSource(rtfOf).operations()})
}

const (
	maxRTFBytes = 32 << 20
	rtfCost     = 16
)

// rtfOf reads a document in the Rich Text Format.
func rtfOf(ctx context.Context, s *kit.Subject) (*writing, error) {
	return kit.Load(ctx, s, "rtf", max(min(s.SizeBytes, maxRTFBytes)*rtfCost, 1<<10), func(ctx context.Context, s *kit.Subject) (*writing, error) {
		raw, err := s.ReadAll(ctx, maxRTFBytes)
		if err != nil {
			return nil, err
		}
		return readRTF(ctx, raw)
	})
}
