package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/models"
)

// maxShelf is the most artifacts of a conversation that one agent is shown at once.
const maxShelf = 1000

// Shelf is what an agent may read of a conversation: its artifacts by their newest versions, and the tools that read them.
type Shelf struct {
	Conversation *models.Conversation
	Entries      []ManifestEntry
	Tools        []TurnTool
}

// Shelf gives what an agent may read of a conversation, in a constant number of queries.
func (a *Acts) Shelf(ctx context.Context, conversationID string) (*Shelf, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	c, err := a.Conversations.Read(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	s := &scene{conversation: c, types: artifact.RegistryOf(types), model: &models.Model{}}
	if err := a.DB.From(ctx).Where("conversation_id = ?", c.ID).Select("DISTINCT ON (artifact_id) *").
		Order("artifact_id, number DESC").Limit(maxShelf).Find(&s.versions).Error; err != nil {
		return nil, database.Fault(err, "version")
	}
	if s.artifacts, err = a.artifactsOf(ctx, s.versions); err != nil {
		return nil, err
	}
	shelf := &Shelf{Conversation: c, Entries: s.entries()}
	shelf.Tools = s.tools(shelf.Entries)
	return shelf, nil
}

// entries gives one manifest entry per artifact that is shown, in the order of letters.
func (s *scene) entries() []ManifestEntry {
	var out []ManifestEntry
	for _, v := range s.versions {
		if parent := s.artifacts[v.ArtifactID]; parent != nil {
			out = append(out, s.entry(parent, TurnDecision{Version: v}))
		}
	}
	sortByLetter(out)
	return out
}
