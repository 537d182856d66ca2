package tool

import (
	"context"

	"vitrine/internal/format/office"
	"vitrine/internal/format/writing"
	"vitrine/internal/tool/kit"
)

func wordOf(ctx context.Context, s *kit.Subject) (*writing.Document, error) {
	return loadPack(ctx, s, "word", office.WordKind, office.Word)
}

func init() {
	kit.Register(kit.Spec{
		Name: "word", Aliases: []string{"DocxToolLibrary", "WordToolLibrary"},
		Operations: writingSource(wordOf).operations(),
	})
}
