package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/models"
)

// maxReadable bounds the artifacts of a conversation that one agent is shown at once.
const maxReadable = 1000

// Readable is what an agent may read of a conversation: its artifacts by their newest versions, and the tools that read
// them.
type Readable struct {
	Conversation *models.Conversation
	Entries      []ManifestEntry
	Tools        []TurnTool
}

// Readable returns what an agent may read of a conversation, in a constant number of queries.
func (a *Turns) Readable(ctx context.Context, conversationID string) (*Readable, error) {
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
	s := &state{conversation: c, types: artifact.RegistryOf(types), model: &models.Model{}}
	if s.versions, err = a.Artifacts.LatestOf(ctx, c.ID, maxReadable); err != nil {
		return nil, err
	}
	if s.artifacts, err = a.Artifacts.ShownArtifacts(ctx, s.versions); err != nil {
		return nil, err
	}
	readable := &Readable{Conversation: c, Entries: s.entries()}
	readable.Tools = s.tools(readable.Entries)
	return readable, nil
}

// entries returns one manifest entry per visible artifact, in the order of letters.
func (s *state) entries() []ManifestEntry {
	var out []ManifestEntry
	for _, v := range s.versions {
		if parent := s.artifacts[v.ArtifactID]; parent != nil {
			out = append(out, s.entry(parent, TurnDecision{Version: v}))
		}
	}
	sortByLetter(out)
	return out
}
