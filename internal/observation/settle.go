package observation

import (
	"context"
	"log/slog"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/models"
)

// writable finds a conversation that the caller may change by running turns.
func (a *Observations) writable(ctx context.Context, id string) (*models.Conversation, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	return a.Conversations.Write(ctx, id)
}

// named finds a conversation that the caller may write to by its id, or by the caller's external key.
func (a *Observations) named(ctx context.Context, id, externalKey *string) (*models.Conversation, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	switch {
	case (id == nil) == (externalKey == nil):
		return nil, fault.Invalid("conversationId", "Set either conversationId or externalKey.")
	case id != nil:
		return a.writable(ctx, *id)
	}
	return a.Conversations.Keyed(ctx, *externalKey)
}

// settle turns the drafts of a conversation into versions. When that fails they stay drafts: the rows are already
// reported, and the next batch or the next start tries again.
func (a *Observations) settle(ctx context.Context, conversationID string, agent *models.Agent) {
	if err := a.keepDrafts(ctx, conversationID, agent); err != nil {
		slog.WarnContext(ctx, "keeping drafts failed; will retry", "conversation", conversationID, "error", err)
	}
}

// Resume turns the drafts that an earlier run left into versions. The server calls it once at start, in its own name.
func (a *Observations) Resume(ctx context.Context) error {
	ids, err := a.Deliverables.Drafting(ctx)
	if err != nil {
		return err
	}
	conversations, err := a.Conversations.Many(ctx, ids)
	if err != nil {
		return err
	}
	for _, c := range conversations {
		agent, err := catalog.AgentFor(ctx, a.Agents, c, nil)
		if err != nil {
			return err
		}
		a.settle(ctx, c.ID, agent)
	}
	return nil
}
