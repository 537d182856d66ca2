package tool

import (
	"context"

	"vitrine/internal/format/jsontree"
	yamltree "vitrine/internal/format/yaml"
	"vitrine/internal/tool/kit"
)

func init() { kit.Register(decodedLibrary("yaml", []string{"YAMLToolLibrary"}, yamlOf)) }

// yamlOf reads a document as YAML; several documents in one file become an array.
func yamlOf(ctx context.Context, s *kit.Subject) (*jsontree.Document, error) {
	return loadDecoded(ctx, s, "YAML", yamltree.Parse)
}
