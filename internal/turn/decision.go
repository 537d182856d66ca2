package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
)

// decisionInput adds what the directive may refer to: the catalog of outputs, the source and the artifact on the
// message.
func (a *Turns) decisionInput(ctx context.Context, c *resolved) (artifact.Turn, error) {
	t := c.turn()
	outputs, err := a.Artifacts.Outputs(ctx, c.conversation.ID, c.HistoryFrom)
	if err != nil {
		return t, err
	}
	newest := ""
	for _, o := range outputs {
		if o.LatestID > newest {
			newest, t.NewestID = o.LatestID, o.ID
		}
		t.Catalog = append(t.Catalog, artifact.CatalogEntry{ArtifactID: o.ID, Name: o.Name, Editable: true}) // the caller may write here
	}
	if t.SourceID != "" {
		if t.SourceKnown, err = a.sourceKnown(ctx, c, t.SourceID); err != nil {
			return t, err
		}
	}
	if c.message != nil {
		t.OnMessageID, err = a.Artifacts.OutputOn(ctx, c.message.ID)
	}
	return t, err
}

func (a *Turns) sourceKnown(ctx context.Context, c *resolved, id string) (bool, error) {
	_, err := a.Artifacts.InConversation(ctx, c.conversation, id)
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}
