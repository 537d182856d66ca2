package tool

import (
	"context"

	"vitrine/internal/format/jsontree"
	tomltree "vitrine/internal/format/toml"
	"vitrine/internal/tool/kit"
)

func init() { kit.Register(decodedLibrary("toml", []string{"TOMLToolLibrary"}, tomlOf)) }

// tomlOf reads a document as TOML.
func tomlOf(ctx context.Context, s *kit.Subject) (*jsontree.Document, error) {
	return loadDecoded(ctx, s, "TOML", tomltree.Parse)
}
