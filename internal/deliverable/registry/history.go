package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/models"
)

// History returns up to limit changes of a deliverable, newest first, after the change with an id (empty starts at
// the newest), and how many there are in all.
func (r *Registry) History(ctx context.Context, deliverableID, after string, limit int) ([]*models.DeliverableChange, int, error) {
	changes := []*models.DeliverableChange{}
	query := r.db.From(ctx).Where("deliverable_id = ?", deliverableID)
	if after != "" {
		query = query.Where("(at, id) < (SELECT at, id FROM deliverable_changes WHERE id = ? AND deliverable_id = ?)", after, deliverableID)
	}
	if err := query.Order("at DESC, id DESC").Limit(limit).Find(&changes).Error; err != nil {
		return nil, 0, database.Fault(err, "change")
	}
	var total int64
	err := r.db.From(ctx).Model(&models.DeliverableChange{}).Where("deliverable_id = ?", deliverableID).Count(&total).Error
	return changes, int(total), database.Fault(err, "change")
}

// ChangePages returns the same page of changes, newest first, for many deliverables in one statement.
func (r *Registry) ChangePages(ctx context.Context, deliverableIDs []string, args models.PageArgs) (map[string]*models.Connection[models.DeliverableChange], error) {
	q := r.db.From(ctx).Model(&models.DeliverableChange{})
	of := func(c *models.DeliverableChange) string { return c.DeliverableID }
	return database.Pages(ctx, q, "deliverable_id", deliverableIDs, of, args, database.Order[models.DeliverableChange]{
		Column: "at", Desc: true, Value: func(c *models.DeliverableChange) (any, string) { return c.At, c.ID },
	})
}
