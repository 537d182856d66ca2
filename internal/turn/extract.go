package turn

import (
	"cmp"
	"context"
	"log/slog"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/extract"
	"vitrine/models"
	"vitrine/storage"
)

// findings are what the extract rules of a type found in a content.
type findings []extract.Attribute

// extractFrom runs the rules of a type, with those it inherits, over a content. No rules, or too much content, is no finding.
func extractFrom(ctx context.Context, types artifact.Registry, typeID string, content []byte) findings {
	rules := rulesOf(types, typeID)
	if len(rules) == 0 || len(content) == 0 || len(content) > extract.MaxContent {
		return nil
	}
	found := extract.Run(ctx, rules, content)
	for _, f := range found {
		if f.Error != "" {
			slog.WarnContext(ctx, "an extract rule failed", "rule", f.Name, "type", typeID, "error", f.Error)
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

// apply gives a new version its attributes, and the name and description that nobody else gave it.
func (f findings) apply(n *store.NewVersion) {
	n.Name = cmp.Or(n.Name, extract.Slot(f, extract.SlotName))
	n.Description = cmp.Or(n.Description, extract.Slot(f, extract.SlotDescription))
	if object := extract.Object(f); object != nil {
		n.Attributes = models.ToJSON(object)
	}
}

// extractFromReceived reads a file that came in, when its type has rules and it is small enough.
func (a *Acts) extractFromReceived(ctx context.Context, typeID string, in *storage.Received) (findings, error) {
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	registry := artifact.RegistryOf(types)
	if in.SizeBytes > extract.MaxContent || len(rulesOf(registry, typeID)) == 0 {
		return nil, nil
	}
	content, err := a.Keeper.Content(ctx, in)
	return extractFrom(ctx, registry, typeID, content), err
}

// PreviewRules runs rules on a sample: those of a type with what it inherits, and the given ones as a child of the type would have
// them, in the place of those of the same name.
func (a *Acts) PreviewRules(ctx context.Context, typeID *string, rules models.JSON, sample string) ([]extract.Attribute, error) {
	levels := [][]byte{}
	if !rules.IsNull() {
		if _, err := extract.Parse(rules); err != nil {
			return nil, err
		}
		levels = append(levels, rules)
	}
	if typeID != nil {
		t, err := a.Types.Get(ctx, *typeID)
		if err != nil {
			return nil, err
		}
		types, err := a.Types.All(ctx)
		if err != nil {
			return nil, err
		}
		for _, level := range artifact.RegistryOf(types).Chain(t.ID) {
			levels = append(levels, level.ExtractRules)
		}
	}
	return extract.Run(ctx, extract.Inherit(levels), []byte(sample)), nil
}
