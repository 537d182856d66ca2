// Package audit writes the log of every change and of every content that an agent read, each line in the transaction
// of the change that it describes. It does not know the caller: package auth fills in who it is. Stores call it, and
// the acts through auth.Trail.
package audit

import (
	"context"
	"time"

	"vitrine/internal/database"
	"vitrine/models"
)

// Entry is one line before it has an id and a time.
type Entry struct {
	Actor          string
	KeyID          string
	Action         string // verb.noun
	Target         string // noun:id
	ConversationID string // empty when it belongs to none
	Details        map[string]any
}

type requestKey struct{}

// WithRequestID returns a context with the id of the request; log lines and audit lines include it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the request, empty outside one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// Record writes lines to the log, inside the transaction of ctx when there is one.
func Record(ctx context.Context, db *database.DB, entries ...Entry) error {
	if len(entries) == 0 {
		return nil
	}
	rows := make([]models.AuditEntry, len(entries))
	for i, e := range entries {
		rows[i] = models.AuditEntry{
			ID: models.NewID(), At: models.Now(), Actor: e.Actor, KeyID: e.KeyID, Action: e.Action, Target: e.Target, RequestID: RequestID(ctx),
		}
		if e.ConversationID != "" {
			rows[i].ConversationID = &e.ConversationID
		}
		if e.Details != nil {
			rows[i].Details = models.ToJSON(e.Details)
		}
	}
	return database.Fault(db.From(ctx).CreateInBatches(rows, 500).Error, "audit entry")
}

// Filter narrows a list of lines; a nil field does not narrow it.
type Filter struct {
	Actor          *string
	Action         *string
	Target         *string
	ConversationID *string
	Since          *time.Time
}

// List returns one page of lines, newest first.
func List(ctx context.Context, db *database.DB, f Filter, args models.PageArgs) (*models.Connection[models.AuditEntry], error) {
	q := db.From(ctx).Model(&models.AuditEntry{})
	q = database.Equal(database.Equal(database.Equal(q, "actor", f.Actor), "action", f.Action), "target", f.Target)
	q = database.Equal(q, "conversation_id::text", f.ConversationID)
	if f.Since != nil {
		q = q.Where("at >= ?", *f.Since)
	}
	return database.Page(ctx, q, args, database.ByID(true, func(e *models.AuditEntry) string { return e.ID }))
}
