// Package registry stores the deliverables of all conversations in Postgres: it loads the rows that some operations
// can change, folds the operations with package deliverable, and saves the changed rows and their events in the open
// transaction. It makes no decisions itself. The acts (observation, intake, turn, curation, subscription) and the
// resolvers call it.
package registry

import (
	"context"
	"maps"
	"slices"

	"gorm.io/gorm"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/live"
	"vitrine/models"
)

// Registry stores the deliverables of all conversations in Postgres. Before calling a method that changes a
// conversation, the caller checks permission and takes the conversation's lock (live.Log.Lock) inside an open
// transaction.
type Registry struct {
	db   *database.DB
	log  *live.Log
	base string
}

// New returns a registry that stores rows in a database and appends their changes to a log. The base is this
// instance's own address: an unknown page there is gone, not foreign.
func New(db *database.DB, log *live.Log, base string) *Registry {
	return &Registry{db: db, log: log, base: base}
}

// Rows returns the listed rows of a conversation in no particular order.
func (r *Registry) Rows(ctx context.Context, conversationID string) ([]*models.Deliverable, error) {
	var rows []*models.Deliverable
	if err := listed(r.db.From(ctx)).Where("conversation_id = ?", conversationID).Find(&rows).Error; err != nil {
		return nil, database.Fault(err, "deliverable")
	}
	return r.resolved(ctx, rows)
}

// RowsOf returns the listed rows of some conversations, by conversation, in one query.
func (r *Registry) RowsOf(ctx context.Context, conversationIDs []string) (map[string][]*models.Deliverable, error) {
	var rows []*models.Deliverable
	err := listed(r.db.From(ctx)).Where("conversation_id = ANY(?::uuid[])", texts(conversationIDs)).Find(&rows).Error
	if err != nil {
		return nil, database.Fault(err, "deliverable")
	}
	if rows, err = r.resolved(ctx, rows); err != nil {
		return nil, err
	}
	found := make(map[string][]*models.Deliverable, len(conversationIDs))
	for _, id := range conversationIDs {
		found[id] = nil
	}
	for _, row := range rows {
		found[row.ConversationID] = append(found[row.ConversationID], row)
	}
	return found, nil
}

// List returns a conversation's deliverables as every front end shows them.
func (r *Registry) List(ctx context.Context, conversationID string, q deliverable.Query) (deliverable.List, error) {
	rows, err := r.Rows(ctx, conversationID)
	if err != nil {
		return deliverable.List{}, err
	}
	return deliverable.ListOf(rows, q), nil
}

// ByID returns rows by their ids, including tombstones and evicted ones; unknown ids are left out.
func (r *Registry) ByID(ctx context.Context, ids ...string) (map[string]*models.Deliverable, error) {
	found, err := r.rowsBy(ctx, "id", ids, func(row *models.Deliverable) string { return row.ID })
	if err != nil {
		return nil, err
	}
	_, err = r.resolved(ctx, slices.Collect(maps.Values(found)))
	return found, err
}

// ByArtifact returns the rows whose content is stored in some artifacts, by the artifact's id.
func (r *Registry) ByArtifact(ctx context.Context, artifactIDs ...string) (map[string]*models.Deliverable, error) {
	return r.rowsBy(ctx, "artifact_id", artifactIDs, func(row *models.Deliverable) string { return *row.ArtifactID })
}

func (r *Registry) rowsBy(ctx context.Context, column string, ids []string, of func(*models.Deliverable) string) (map[string]*models.Deliverable, error) {
	var rows []*models.Deliverable
	if err := r.db.From(ctx).Where(column+" = ANY(?::uuid[])", texts(ids)).Find(&rows).Error; err != nil {
		return nil, database.Fault(err, "deliverable")
	}
	found := make(map[string]*models.Deliverable, len(rows))
	for _, row := range rows {
		found[of(row)] = row
	}
	return found, nil
}

// Counts returns the lengths of the lists of some conversations in one query.
func (r *Registry) Counts(ctx context.Context, conversationIDs ...string) (map[string]deliverable.Counts, error) {
	var sums []struct {
		ConversationID string
		Items, Code    int
	}
	err := listed(r.db.From(ctx).Model(&models.Deliverable{})).
		Select("conversation_id, count(*) FILTER (WHERE kind <> 'CODE') AS items, count(*) FILTER (WHERE kind = 'CODE') AS code").
		Where("conversation_id = ANY(?::uuid[])", texts(conversationIDs)).
		Group("conversation_id").Find(&sums).Error
	counts := make(map[string]deliverable.Counts, len(sums))
	for _, s := range sums {
		counts[s.ConversationID] = deliverable.CountsOf(s.Items, s.Code)
	}
	return counts, database.Fault(err, "deliverable")
}

// listed narrows a query to the rows that are listed now: no tombstones, no evicted rows, and no service that stopped
// long ago.
func listed(db *gorm.DB) *gorm.DB {
	return db.Where("NOT evicted AND state IS DISTINCT FROM ?", models.StateDeleted).
		Where("NOT (kind = ? AND state = ? AND last_at < ?)", models.KindService, models.StateStopped, models.Now().Add(-deliverable.ServicesKept))
}
