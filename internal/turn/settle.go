package turn

import (
	"context"
	"log/slog"

	"vitrine/internal/auth"
	"vitrine/models"
)

// writable finds a conversation that the caller may change by running turns.
func (a *Acts) writable(ctx context.Context, id string) (*models.Conversation, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	return a.Conversations.Write(ctx, id)
}

// settle keeps the drafts of a conversation as versions. What fails stays a draft: the rows are told of already, and the next
// batch or the next start tries again.
func (a *Acts) settle(ctx context.Context, conversationID string, agent *models.Agent) {
	if err := a.keepDrafts(ctx, conversationID, agent); err != nil {
		slog.WarnContext(ctx, "witnessed content waits for its version", "conversation", conversationID, "error", err)
	}
}

// Resume keeps the drafts that an earlier run left behind. The server calls it once at start, in its own name.
func (a *Acts) Resume(ctx context.Context) error {
	ids, err := a.Deliverables.Drafting(ctx)
	if err != nil {
		return err
	}
	conversations, err := a.Conversations.Many(ctx, ids)
	if err != nil {
		return err
	}
	for _, c := range conversations {
		agent, err := a.agent(ctx, c, nil)
		if err != nil {
			return err
		}
		a.settle(ctx, c.ID, agent)
	}
	return nil
}
