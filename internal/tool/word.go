package tool

import (
	"context"

	"vitrine/internal/format/office"
	"vitrine/internal/format/richtext"
	"vitrine/internal/tool/kit"
)

func wordOf(ctx context.Context, s *kit.Subject) (*richtext.Document, error) {
	return loadPackage(ctx, s, "word", office.WordKind, office.Word)
}

func init() {
	kit.Register(kit.Spec{
		Name: "word", Aliases: []string{"DocxToolLibrary", "WordToolLibrary"},
		Operations: documentSource(wordOf).operations(),
	})
}
