package registry

import (
	"context"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/models"
)

// OwnerOf returns the row of a path in the newest conversation that has it, among those that the caller may read
// including their contents; nil when there is none.
func (r *Registry) OwnerOf(ctx context.Context, host, path string) (*models.Deliverable, error) {
	who, err := auth.Need(ctx)
	if err != nil {
		return nil, err
	}
	place, ok := deliverable.Locate(host, "", path)
	if !ok || !who.May(auth.ReadAll) && !who.May(auth.CreateConversation) {
		return nil, nil
	}
	query := r.db.From(ctx).Joins("JOIN conversations c ON c.id = deliverables.conversation_id").
		Where("deliverables.key = ? AND deliverables.state IS DISTINCT FROM ?", place.Key(), models.StateDeleted)
	if !who.May(auth.ReadAll) {
		query = query.Where("c.owner = ?", who.User)
	}
	if scope := who.ConversationScope(); scope != nil {
		query = query.Where("c.id = ANY(?::uuid[])", texts(scope))
	}
	var rows []*models.Deliverable
	err = query.Order("deliverables.last_at DESC, deliverables.id DESC").Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Fault(err, "deliverable")
	}
	return rows[0], nil
}
