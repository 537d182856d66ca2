package conversation

import (
	"context"

	"vitrine/internal/database"
	"vitrine/models"
)

// Column is what a list of conversations is sorted by.
type Column string

// The columns that a list can be sorted by.
const (
	ByCreatedAt Column = "created_at"
	ByUpdatedAt Column = "updated_at"
	ByTitle     Column = "title"
)

// Filter narrows a list of conversations; a nil field does not narrow it. Text is searched in the title.
type Filter struct {
	Text      *string
	Owner     *string
	ProjectID *string
	AgentID   *string
}

// List returns one page of the conversations that the caller may see.
func (s *Store) List(ctx context.Context, f Filter, by Column, desc bool, args models.PageArgs) (*models.Connection[models.Conversation], error) {
	q, err := s.Visible(ctx)
	if err != nil {
		return nil, err
	}
	q = database.Equal(database.Containing(q, f.Text, "title"), "owner", f.Owner)
	q = database.Equal(database.Equal(q, "project_id::text", f.ProjectID), "agent_id::text", f.AgentID)
	return database.Page(ctx, q, args, database.Order[models.Conversation]{Column: string(by), Desc: desc, Value: func(c *models.Conversation) (any, string) {
		switch by {
		case ByUpdatedAt:
			return c.UpdatedAt, c.ID
		case ByTitle:
			return c.Title, c.ID
		}
		return c.CreatedAt, c.ID
	}})
}

// MessagePages returns the same page of messages, oldest first, for many conversations in one statement.
func (s *Store) MessagePages(ctx context.Context, conversationIDs []string, args models.PageArgs) (map[string]*models.Connection[models.Message], error) {
	q := s.db.From(ctx).Model(&models.Message{})
	of := func(m *models.Message) string { return m.ConversationID }
	return database.Pages(ctx, q, "conversation_id", conversationIDs, of, args, database.ByID(false, func(m *models.Message) string { return m.ID }))
}
