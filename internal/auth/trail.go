package auth

import (
	"context"

	"vitrine/internal/audit"
	"vitrine/internal/database"
	"vitrine/models"
)

// Trail writes audit lines in the name of the caller.
type Trail struct{ db *database.DB }

// NewTrail returns a trail over the audit log of a database.
func NewTrail(db *database.DB) *Trail { return &Trail{db} }

// Caller returns the user of the caller, empty for nobody.
func Caller(ctx context.Context) string {
	if p := Who(ctx); p != nil {
		return p.User
	}
	return ""
}

// Record writes one line about a noun with an id, inside the transaction of ctx when there is one.
func (t *Trail) Record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error {
	return audit.Record(ctx, t.db, Audited(ctx, action, noun, id, conversationID, details))
}

// List returns one page of the log, newest first, for callers who may read it.
func (t *Trail) List(ctx context.Context, f audit.Filter, args models.PageArgs) (*models.Connection[models.AuditEntry], error) {
	if _, err := Require(ctx, ReadAudit); err != nil {
		return nil, err
	}
	return audit.List(ctx, t.db, f, args)
}
