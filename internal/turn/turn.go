// Package turn holds the acts that join services: receive a file, prepare a turn, call a tool, complete a turn, observe a
// harness. Each act is one exported method of Acts, called by resolvers and by the MCP face alike: it checks the caller, does
// the slow work outside, and changes everything in one transaction. What a service can do alone is not here.
package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/conversation"
	"vitrine/internal/database"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/internal/upload"
	"vitrine/models"
	"vitrine/resolvers/dispatch"
)

// Acts joins the services. All fields are set once, by the wiring.
type Acts struct {
	DB            *database.DB
	Log           *live.Log
	Conversations *conversation.Store
	Types         *catalog.Types
	Models        *catalog.Models
	Agents        *catalog.Agents
	Keeper        *store.Store
	Deliverables  *registry.Registry
	Idempotency   *idempotency.Keys
	Dispatcher    *dispatch.Dispatcher
	Uploads       *upload.Sessions
	// MaxFileBytes is the largest file of the resumable and the direct door.
	MaxFileBytes int64
	// Limits bound files by family, beside the limits of types.
	Limits artifact.Limits
	// PrivateStore says that the store is a private one, which other machines cannot reach.
	PrivateStore bool
	// InlineCapBytes is the size from which inline content goes to tools, unless a type or a model lowers it.
	InlineCapBytes int64
}

// locked runs do in one transaction that holds the conversation's row from its start.
func (a *Acts) locked(ctx context.Context, conversationID string, do func(ctx context.Context, c *models.Conversation) error) error {
	return a.DB.Tx(ctx, func(ctx context.Context) error {
		c, err := a.Log.Lock(ctx, conversationID)
		if err != nil {
			return err
		}
		return do(ctx, c)
	})
}

// agent finds the agent that an act is for: the named one, else the conversation's, else nil.
func (a *Acts) agent(ctx context.Context, c *models.Conversation, id *string) (*models.Agent, error) {
	if id == nil {
		id = c.AgentID
	}
	if id == nil {
		return nil, nil
	}
	return a.Agents.Get(ctx, *id)
}

// setting is what an act that keeps something is about.
type setting struct {
	conversation *models.Conversation
	agent        *models.Agent
	message      *models.Message
}

// settingOf finds a conversation that the caller may change, with the agent and the message that the act names.
func (a *Acts) settingOf(ctx context.Context, conversationID string, agentID, messageID *string) (s setting, err error) {
	if s.conversation, err = a.Conversations.Write(ctx, conversationID); err != nil {
		return setting{}, err
	}
	if s.agent, err = a.agent(ctx, s.conversation, agentID); err != nil {
		return setting{}, err
	}
	s.message, err = a.message(ctx, s.conversation, messageID)
	return s, err
}

// message checks that a message belongs to the conversation; nil stays nil.
func (a *Acts) message(ctx context.Context, c *models.Conversation, id *string) (*models.Message, error) {
	if id == nil {
		return nil, nil
	}
	return a.Conversations.Message(ctx, c, *id)
}

// record writes an audit line of an act in a conversation.
func (a *Acts) record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error {
	return audit.Record(ctx, a.DB, auth.Audited(ctx, action, noun, id, conversationID, details))
}

// caller names who is asking, for made_by and idempotency.
func caller(ctx context.Context) string {
	if p := auth.Who(ctx); p != nil {
		return p.User
	}
	return ""
}

// idOf gives the id of an optional message.
func idOf(m *models.Message) *string {
	if m == nil {
		return nil
	}
	return &m.ID
}
