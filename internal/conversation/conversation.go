// Package conversation stores conversations and their messages, and decides who may see which. It does not know
// artifacts or deliverables. The acts, resolvers and other stores call it to find a conversation by what the caller
// wants to do with it.
package conversation

import (
	"context"

	"gorm.io/gorm"

	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
)

// Store stores conversations and messages.
type Store struct {
	db  *database.DB
	log *live.Log
}

// NewStore returns a store over a database that appends its events to the live log.
func NewStore(db *database.DB, log *live.Log) *Store { return &Store{db: db, log: log} }

// Visible starts a query over the conversations that the caller may see at all.
func (s *Store) Visible(ctx context.Context) (*gorm.DB, error) {
	p, err := auth.Need(ctx)
	if err != nil {
		return nil, err
	}
	q := s.db.From(ctx).Model(&models.Conversation{})
	if ids := p.ConversationScope(); ids != nil {
		q = q.Where("id IN ?", ids)
	}
	switch {
	case p.May(auth.ReadAll) || p.May(auth.ReadAggregates):
		return q, nil
	case p.May(auth.CreateConversation):
		return q.Where("owner = ?", p.User), nil
	}
	return nil, fault.Forbidden("The role %s may not read conversations.", p.Role)
}

// Seen finds a conversation that the caller may see, with title and counts. Its contents need Read.
func (s *Store) Seen(ctx context.Context, id string) (*models.Conversation, error) {
	id, err := models.ParseID("conversation", id)
	if err != nil {
		return nil, err
	}
	return s.take(ctx, "id = ?", id)
}

// Keyed finds the caller's own conversation by its external key.
func (s *Store) Keyed(ctx context.Context, key string) (*models.Conversation, error) {
	p, err := auth.Need(ctx)
	if err != nil {
		return nil, err
	}
	return s.take(ctx, "owner = ? AND external_key = ?", p.User, key)
}

// Read finds a conversation whose contents the caller may read.
func (s *Store) Read(ctx context.Context, id string) (*models.Conversation, error) {
	c, err := s.Seen(ctx, id)
	if err != nil {
		return nil, err
	}
	return c, MayRead(ctx, c)
}

// Write finds a conversation that the caller may change.
func (s *Store) Write(ctx context.Context, id string) (*models.Conversation, error) {
	p, err := auth.Require(ctx, auth.CreateConversation)
	if err != nil {
		return nil, err
	}
	c, err := s.Seen(ctx, id)
	if err != nil {
		return nil, err
	}
	if !p.MayWrite(c) {
		return nil, fault.NotFound("conversation")
	}
	return c, nil
}

// MayRead returns nil when the caller may read the contents of a conversation that they may see.
func MayRead(ctx context.Context, c *models.Conversation) error {
	p, err := auth.Need(ctx)
	if err != nil {
		return err
	}
	if p.MayRead(c) {
		return nil
	}
	if p.May(auth.ReadAggregates) {
		return fault.Forbidden("The role %s may see titles and counts, not contents.", p.Role)
	}
	return fault.NotFound("conversation")
}

// Many finds conversations by id for fields that refer to them; the caller was checked at the object that refers.
func (s *Store) Many(ctx context.Context, ids []string) ([]*models.Conversation, error) {
	var rows []*models.Conversation
	return rows, database.Fault(s.db.From(ctx).Where("id IN ?", ids).Find(&rows).Error, "conversation")
}

// Create creates a conversation, owned by the caller.
func (s *Store) Create(ctx context.Context, c *models.Conversation) error {
	p, err := auth.Require(ctx, auth.CreateConversation)
	if err != nil {
		return err
	}
	if ids := p.ConversationScope(); ids != nil {
		return fault.Forbidden("A key that is limited to conversations may not create one.")
	}
	now := models.Now()
	c.ID, c.Owner, c.CreatedAt, c.UpdatedAt = models.NewID(), p.User, now, now
	if err := c.Validate(); err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context) error {
		if err := s.db.From(ctx).Create(c).Error; err != nil {
			return taken(err)
		}
		if err := s.log.Append(ctx, c, live.Event{Kind: models.EventConversation}); err != nil {
			return err
		}
		return s.record(ctx, "create", c)
	})
}

// Update changes a conversation under its lock.
func (s *Store) Update(ctx context.Context, id string, change func(*models.Conversation) error) (*models.Conversation, error) {
	if _, err := s.Write(ctx, id); err != nil {
		return nil, err
	}
	var c *models.Conversation
	err := s.db.Tx(ctx, func(ctx context.Context) (err error) {
		if c, err = s.log.Lock(ctx, id); err != nil {
			return err
		}
		if err := change(c); err != nil {
			return err
		}
		if err := c.Validate(); err != nil {
			return err
		}
		if err := s.db.Save(ctx, c); err != nil {
			return taken(err)
		}
		if err := s.log.Append(ctx, c, live.Event{Kind: models.EventConversation}); err != nil {
			return err
		}
		return s.record(ctx, "update", c)
	})
	return c, err
}

// Delete deletes a conversation with everything in it. Contents stay until a sweep finds that nothing uses them.
func (s *Store) Delete(ctx context.Context, id string) (string, error) {
	c, err := s.Write(ctx, id)
	if err != nil {
		return "", err
	}
	err = s.db.Tx(ctx, func(ctx context.Context) error {
		if err := s.db.From(ctx).Delete(c).Error; err != nil {
			return database.Fault(err, "conversation")
		}
		s.log.Deleted(ctx, c.ID)
		return s.record(ctx, "delete", c)
	})
	return c.ID, err
}

// AddMessage adds a message. Its number is read under the conversation's lock.
func (s *Store) AddMessage(ctx context.Context, m *models.Message) error {
	if _, err := s.Write(ctx, m.ConversationID); err != nil {
		return err
	}
	if len(m.Text) > maxMessage {
		return fault.TooLarge("text", "A message must have at most %d bytes; send longer texts as a file.", maxMessage)
	}
	return s.db.Tx(ctx, func(ctx context.Context) error {
		c, err := s.log.Lock(ctx, m.ConversationID)
		if err != nil {
			return err
		}
		m.ID, m.CreatedAt = models.NewID(), models.Now()
		err = s.db.From(ctx).Model(&models.Message{}).Where("conversation_id = ?", c.ID).
			Select("coalesce(max(sequence), 0) + 1").Scan(&m.Sequence).Error
		if err != nil {
			return database.Fault(err, "message")
		}
		if err := s.db.From(ctx).Create(m).Error; err != nil {
			return database.Fault(err, "message")
		}
		return s.log.Append(ctx, c, live.Event{Kind: models.EventMessage, SubjectID: m.ID})
	})
}

// Locked runs do in one transaction that locks the conversation's row from its start.
func (s *Store) Locked(ctx context.Context, id string, do func(ctx context.Context, c *models.Conversation) error) error {
	return s.db.Tx(ctx, func(ctx context.Context) error {
		c, err := s.log.Lock(ctx, id)
		if err != nil {
			return err
		}
		return do(ctx, c)
	})
}

// LockedPair runs do in one transaction that locks two conversations, in the order of their ids, so that two callers
// with the same pair never deadlock.
func (s *Store) LockedPair(ctx context.Context, one, other string, do func(ctx context.Context, one, other *models.Conversation) error) error {
	first, err := models.ParseID("conversation", one) // in one spelling, so that all callers agree on the order
	if err != nil {
		return err
	}
	second, err := models.ParseID("conversation", other)
	if err != nil {
		return err
	}
	swapped := first > second
	if swapped {
		first, second = second, first
	}
	return s.Locked(ctx, first, func(ctx context.Context, a *models.Conversation) error {
		return s.Locked(ctx, second, func(ctx context.Context, b *models.Conversation) error {
			if swapped {
				a, b = b, a
			}
			return do(ctx, a, b)
		})
	})
}

// OptionalMessage finds a message of a conversation; it returns nil for a nil id.
func (s *Store) OptionalMessage(ctx context.Context, c *models.Conversation, id *string) (*models.Message, error) {
	if id == nil {
		return nil, nil
	}
	return s.Message(ctx, c, *id)
}

// Message finds a message of a conversation.
func (s *Store) Message(ctx context.Context, c *models.Conversation, id string) (*models.Message, error) {
	id, err := models.ParseID("message", id)
	if err != nil {
		return nil, err
	}
	var m models.Message
	err = s.db.From(ctx).Take(&m, "id = ? AND conversation_id = ?", id, c.ID).Error
	return &m, database.Fault(err, "message")
}

// Chats returns the messages of some conversations in their order, with id and time only, in one query.
func (s *Store) Chats(ctx context.Context, conversationIDs []string) (map[string][]*models.Message, error) {
	var rows []*models.Message
	err := s.db.From(ctx).Select("id", "conversation_id", "created_at").Where("conversation_id IN ?", conversationIDs).
		Order("conversation_id, sequence").Find(&rows).Error
	chats := make(map[string][]*models.Message, len(conversationIDs))
	for _, id := range conversationIDs {
		chats[id] = nil
	}
	for _, m := range rows {
		chats[m.ConversationID] = append(chats[m.ConversationID], m)
	}
	return chats, database.Fault(err, "message")
}

// Messages finds messages by id, in any order; absent ones are left out.
func (s *Store) Messages(ctx context.Context, ids []string) ([]*models.Message, error) {
	var rows []*models.Message
	return rows, database.Fault(s.db.From(ctx).Where("id IN ?", ids).Find(&rows).Error, "message")
}

// maxMessage bounds the text of one message in bytes.
const maxMessage = 1 << 20

func (s *Store) take(ctx context.Context, where string, args ...any) (*models.Conversation, error) {
	q, err := s.Visible(ctx)
	if err != nil {
		return nil, err
	}
	var c models.Conversation
	if err := q.Where(where, args...).Take(&c).Error; err != nil {
		return nil, database.Fault(err, "conversation")
	}
	return &c, nil
}

func (s *Store) record(ctx context.Context, verb string, c *models.Conversation) error {
	return audit.Record(ctx, s.db, auth.Audited(ctx, verb+".conversation", "conversation", c.ID, c.ID, map[string]any{"title": c.Title}))
}

func taken(err error) error {
	if database.IsDuplicate(err) {
		return fault.Conflict("You already have a conversation with this external key.").At("externalKey").
			Try("Ask for it by conversation(externalKey: …).").Because(err)
	}
	return database.Fault(err, "project or agent")
}
