package tool

import (
	"context"

	"vitrine/internal/format/office"
	"vitrine/internal/format/richtext"
	"vitrine/internal/tool/kit"
)

func powerPointOf(ctx context.Context, s *kit.Subject) (*richtext.Slideshow, error) {
	return loadPackage(ctx, s, "powerpoint", office.PowerPointKind, office.PowerPoint)
}

func init() {
	kit.Register(kit.Spec{
		Name: "powerpoint", Aliases: []string{"PowerPointToolLibrary", "PptxToolLibrary"},
		Operations: slideSource(powerPointOf).operations(),
	})
}
