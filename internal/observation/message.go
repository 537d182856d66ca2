package observation

import (
	"context"

	"vitrine/internal/harness"
	"vitrine/models"
)

// AddMessage adds a message to a conversation. Pages of other conversations that it links to are listed as shown
// here.
func (a *Observations) AddMessage(ctx context.Context, m *models.Message) error {
	if _, err := a.Conversations.Write(ctx, m.ConversationID); err != nil {
		return err
	}
	return a.Conversations.Locked(ctx, m.ConversationID, func(ctx context.Context, _ *models.Conversation) error {
		if err := a.Conversations.AddMessage(ctx, m); err != nil {
			return err
		}
		links := harness.LinksIn(m.Text)
		if len(links) == 0 {
			return nil
		}
		// The message moved the conversation's sequence, so its row is read again.
		return a.Conversations.Locked(ctx, m.ConversationID, func(ctx context.Context, c *models.Conversation) error {
			_, err := a.Deliverables.Present(ctx, c, m.CreatedAt, links...)
			return err
		})
	})
}
