// Package auth identifies the caller and decides what a role may do. It finds API keys by the hash of their secret.
// It does not know who owns what, beyond the owner of a conversation. Resolvers, HTTP endpoints, stores and acts call
// it.
package auth

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/models"
)

// Right is one thing that a role may do.
type Right string

// The rights.
const (
	ReadMetadata       Right = "read metadata"            // types, models, agents, projects
	EditMetadata       Right = "edit metadata"            // the same, changed
	ReadAll            Right = "read every conversation"  // with contents
	WriteAll           Right = "write every conversation" //
	ReadAggregates     Right = "read every conversation's title and counts"
	CreateConversation Right = "write conversations"
	RunTurns           Right = "run turns" // observe, prepare, complete, tools
	ManageKeys         Right = "manage API keys"
	ReadAudit          Right = "read the audit log"
)

var rights = map[models.Role][]Right{
	models.RoleAdmin:   {ReadMetadata, EditMetadata, ReadAll, WriteAll, ReadAggregates, CreateConversation, RunTurns, ManageKeys, ReadAudit},
	models.RoleEditor:  {ReadMetadata, EditMetadata},
	models.RoleService: {ReadMetadata, ReadAll, WriteAll, ReadAggregates, CreateConversation, RunTurns},
	models.RoleUser:    {ReadMetadata, CreateConversation, RunTurns},
	models.RoleViewer:  {ReadMetadata, ReadAggregates},
}

// Principal is the caller.
type Principal struct {
	User   string
	Role   models.Role
	KeyID  string
	Scopes []string // empty: everything that the role may do
	// ExpiresAt is when the key ends; nil when it does not.
	ExpiresAt *time.Time
	// Local means that the caller is on this machine.
	Local bool
}

// System is the server itself: first start, sweeps, shipped metadata.
var System = &Principal{User: "vitrine", Role: models.RoleAdmin}

// beyondScopes are the rights that reach beyond any conversation. A key with scopes never has them: it could create a
// key without its scopes.
var beyondScopes = []Right{EditMetadata, ManageKeys, ReadAudit}

// May reports whether the principal has a right.
func (p *Principal) May(r Right) bool {
	return p != nil && slices.Contains(rights[p.Role], r) && (len(p.Scopes) == 0 || !slices.Contains(beyondScopes, r))
}

// MayRead reports whether the principal may read a conversation with its contents.
func (p *Principal) MayRead(c *models.Conversation) bool {
	return p != nil && c != nil && p.inScope(c.ID) && (p.May(ReadAll) || p.May(CreateConversation) && c.Owner == p.User)
}

// MayWrite reports whether the principal may change a conversation.
func (p *Principal) MayWrite(c *models.Conversation) bool {
	return p != nil && c != nil && p.inScope(c.ID) && (p.May(WriteAll) || p.May(CreateConversation) && c.Owner == p.User)
}

// ConversationScope returns the ids of the conversations that the key is limited to; nil means no limit.
func (p *Principal) ConversationScope() (ids []string) {
	if len(p.Scopes) == 0 {
		return nil
	}
	ids = make([]string, 0, len(p.Scopes)) // never nil: an unknown scope allows nothing
	for _, s := range p.Scopes {
		if id, err := scopeOf(s); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// maxScopes bounds the conversations of one key.
const maxScopes = 500

// scopesOf returns scopes as they are stored: in their canonical spelling, each once, in order.
func scopesOf(given []string) ([]string, error) {
	if len(given) > maxScopes {
		return nil, fault.Invalid("scopes", "A key must have at most %d scopes.", maxScopes)
	}
	scopes := make([]string, 0, len(given))
	for _, s := range given {
		id, err := scopeOf(strings.TrimSpace(s))
		if err != nil {
			return nil, err
		}
		scopes = append(scopes, scopePrefix+id)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes), nil
}

const scopePrefix = "conversation:"

// scopeOf returns the conversation of a scope.
func scopeOf(scope string) (conversationID string, err error) {
	id, ok := strings.CutPrefix(scope, scopePrefix)
	if ok {
		id, err = models.ParseID("conversation", id)
	}
	if !ok || err != nil {
		return "", fault.Invalid("scopes", "%q is not a scope of the form conversation:<id>.", scope[:min(len(scope), 100)]).
			Try("Use the id of an existing conversation.", "Leave scopes out to allow everything that the role may do.")
	}
	return id, nil
}

func (p *Principal) inScope(conversationID string) bool {
	ids := p.ConversationScope()
	return ids == nil || slices.Contains(ids, conversationID)
}

type principalKey struct{}

// With returns a context with the principal; nil means nobody.
func With(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// Who returns the principal, nil when the caller has not identified themselves.
func Who(ctx context.Context) *Principal {
	p, _ := ctx.Value(principalKey{}).(*Principal)
	return p
}

// Need returns the principal, else the fault to respond with.
func Need(ctx context.Context) (*Principal, error) {
	if p := Who(ctx); p != nil {
		return p, nil
	}
	return nil, fault.Unauthenticated("This request needs an API key.").
		Try(`Send the header "Authorization: Bearer <api key>".`)
}

// Require returns the principal when it has the right, else the fault to respond with.
func Require(ctx context.Context, r Right) (*Principal, error) {
	p, err := Need(ctx)
	if err != nil {
		return nil, err
	}
	if !p.May(r) {
		if slices.Contains(rights[p.Role], r) {
			return nil, fault.Forbidden("A key that is limited to conversations may not %s.", r).Try("Use a key without scopes.")
		}
		return nil, fault.Forbidden("The role %s may not %s.", p.Role, r).Try("Use a key with another role.")
	}
	return p, nil
}
