package store

import (
	"cmp"
	"context"
	"log/slog"

	"vitrine/internal/artifact"
	"vitrine/internal/extract"
	"vitrine/models"
	"vitrine/storage"
)

// Extracted is the result of the extract rules of a type on a content.
type Extracted []extract.Attribute

// Extract runs the rules of a type, with those it inherits, over a content. Without rules, or with too much content,
// it returns nil.
func Extract(ctx context.Context, types artifact.Registry, typeID string, content []byte) Extracted {
	rules := rulesOf(types, typeID)
	if len(rules) == 0 || len(content) == 0 || len(content) > extract.MaxContent {
		return nil
	}
	found := extract.Run(ctx, rules, content)
	for _, f := range found {
		if f.Error != "" {
			slog.WarnContext(ctx, "extract rule failed", "rule", f.Name, "type", typeID, "error", f.Error)
		}
	}
	return found
}

func rulesOf(types artifact.Registry, typeID string) []extract.Rule {
	var levels [][]byte
	for _, t := range types.Chain(typeID) {
		levels = append(levels, t.ExtractRules)
	}
	return extract.Inherit(levels)
}

// ExtractReceived runs the rules of a type over a received file, when it has rules and the file is small enough.
func (k *Store) ExtractReceived(ctx context.Context, types artifact.Registry, typeID string, in *storage.Received) (Extracted, error) {
	if in.SizeBytes > extract.MaxContent || len(rulesOf(types, typeID)) == 0 {
		return nil, nil
	}
	content, err := k.Content(ctx, in)
	return Extract(ctx, types, typeID, content), err
}

// Apply sets the attributes of a new version, and its name and description unless they are set already.
func (f Extracted) Apply(n *NewVersion) {
	n.Name = cmp.Or(n.Name, extract.Slot(f, extract.SlotName))
	n.Description = cmp.Or(n.Description, extract.Slot(f, extract.SlotDescription))
	if object := extract.Object(f); object != nil {
		n.Attributes = models.ToJSON(object)
	}
}
