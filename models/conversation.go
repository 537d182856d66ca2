package models

import (
	"strings"
	"time"

	"vitrine/internal/fault"
)

// Conversation is one exchange between people and agents; it owns messages, artifacts and deliverables.
type Conversation struct {
	ID    string `gorm:"primaryKey"`
	Owner string // the user it belongs to
	Title string
	// ExternalKey is the caller's own key for it, unique per owner; nil when it has none.
	ExternalKey *string
	ProjectID   *string
	AgentID     *string
	// Harness, Host and Cwd are where its agent runs; they are the defaults of observe.
	Harness string
	Host    string
	Cwd     string
	// LastSequence is the sequence of the newest event; 0 before the first.
	LastSequence int64
	// TrimmedSequence is the newest event that is no longer stored; 0 while all are.
	TrimmedSequence int64
	CreatedAt       time.Time
	UpdatedAt       time.Time
}

// TableName names the table.
func (Conversation) TableName() string { return "conversations" }

// Validate returns the first broken rule of the row, nil when it may be stored.
func (c *Conversation) Validate() error {
	c.Title = strings.TrimSpace(c.Title)
	switch {
	case len(c.Title) > maxLine:
		return fault.Invalid("title", "A title must have at most %d bytes.", maxLine)
	case c.ExternalKey != nil && (*c.ExternalKey == "" || len(*c.ExternalKey) > 500):
		return fault.Invalid("externalKey", "An external key must have 1 to 500 bytes.")
	}
	return bounded(text{"harness", c.Harness, maxLine}, text{"host", c.Host, maxLine}, text{"cwd", c.Cwd, maxLine})
}

// Message is one message of a conversation, as its author typed it.
type Message struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	Role           MessageRole
	AgentID        *string
	Text           string
	// Sequence numbers the messages of a conversation from 1.
	Sequence  int64
	CreatedAt time.Time
}

// TableName names the table.
func (Message) TableName() string { return "messages" }

// ConversationEvent is one entry of a conversation's gapless event log. It has ids; objects are read at delivery.
type ConversationEvent struct {
	ConversationID string `gorm:"primaryKey"`
	Sequence       int64  `gorm:"primaryKey;autoIncrement:false"`
	At             time.Time
	Kind           EventKind
	// SubjectID is the id of the deliverable, version, message or removed row; empty for CONVERSATION.
	SubjectID string
	// Note is the text of a NOTE event.
	Note string
}

// TableName names the table.
func (ConversationEvent) TableName() string { return "conversation_events" }
