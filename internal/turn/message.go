package turn

import (
	"context"

	"vitrine/internal/harness"
	"vitrine/models"
)

// AddMessage adds a message to a conversation. Links in it to pages that other conversations published are listed as shown here.
func (a *Acts) AddMessage(ctx context.Context, m *models.Message) error {
	return a.DB.Tx(ctx, func(ctx context.Context) error {
		if err := a.Conversations.AddMessage(ctx, m); err != nil {
			return err
		}
		links := harness.LinksIn(m.Text)
		if len(links) == 0 {
			return nil
		}
		c, err := a.Log.Lock(ctx, m.ConversationID)
		if err != nil {
			return err
		}
		_, err = a.Deliverables.Present(ctx, c, m.CreatedAt, links...)
		return err
	})
}
