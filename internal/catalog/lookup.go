package catalog

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/extract"
	"vitrine/models"
)

// AgentGetter finds an agent by id.
type AgentGetter interface {
	Get(ctx context.Context, id string) (*models.Agent, error)
}

// AgentFor finds the agent of an act in a conversation: the named one, else the conversation's, else nil.
func AgentFor(ctx context.Context, agents AgentGetter, c *models.Conversation, id *string) (*models.Agent, error) {
	if id == nil {
		id = c.AgentID
	}
	if id == nil {
		return nil, nil
	}
	return agents.Get(ctx, *id)
}

// PreviewRules runs extract rules on a sample: those of a type with what it inherits, and the given ones as a child
// of the type would have them, replacing those of the same name.
func PreviewRules(ctx context.Context, types *Types, typeID *string, rules models.JSON, sample string) ([]extract.Attribute, error) {
	levels := [][]byte{}
	if !rules.IsNull() {
		if _, err := extract.Parse(rules); err != nil {
			return nil, err
		}
		levels = append(levels, rules)
	}
	if typeID != nil {
		t, err := types.Get(ctx, *typeID)
		if err != nil {
			return nil, err
		}
		all, err := types.All(ctx)
		if err != nil {
			return nil, err
		}
		for _, level := range artifact.RegistryOf(all).Chain(t.ID) {
			levels = append(levels, level.ExtractRules)
		}
	}
	return extract.Run(ctx, extract.Inherit(levels), []byte(sample)), nil
}
