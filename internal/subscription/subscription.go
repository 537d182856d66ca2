// Package subscription turns the events of a conversation into what subscribers receive: each event with its objects
// as they are at delivery, without what the caller may not see. It does not read or order events: that is the hub of
// package live, which calls Updates once per page of events. The resolvers call For once per subscriber.
package subscription

import (
	"context"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

// Subscription joins the stores that events refer to. The wiring sets all fields once.
type Subscription struct {
	Conversations Conversations
	Artifacts     Artifacts
	Deliverables  Deliverables
}

// Conversations finds messages.
type Conversations interface {
	Messages(ctx context.Context, ids []string) ([]*models.Message, error)
}

// Artifacts finds versions, and which artifacts only the system sees.
type Artifacts interface {
	Versions(ctx context.Context, ids []string) ([]*models.ConversationArtifactVersion, error)
	SystemOnly(ctx context.Context, conversationID string) (map[string]bool, error)
}

// Deliverables finds rows and counts them.
type Deliverables interface {
	ByID(ctx context.Context, ids ...string) (map[string]*models.Deliverable, error)
	Counts(ctx context.Context, conversationIDs ...string) (map[string]deliverable.Counts, error)
}
