package tool

import (
	"context"

	"vitrine/internal/format/media"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "media", Aliases: []string{"MediaToolLibrary", "AudioToolLibrary", "VideoToolLibrary"},
		Operations: []kit.Operation{
			kit.FullBytes(),
			kit.Metadata(mediaFacts),
		},
	})
}

// mediaFacts returns what a recording says about itself: duration, streams with their codecs, and tags.
func mediaFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	return kit.Load(ctx, s, "media", 4<<20, func(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
		r, err := s.Reader(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		return media.Read(ctx, r, s.SizeBytes)
	})
}
