package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
)

// ReportPage records in a locked conversation that a front end serves a page, or no longer does. A report without a
// time that repeats what is known changes nothing.
func (r *Registry) ReportPage(ctx context.Context, c *models.Conversation, p deliverable.PageReport) (*models.Deliverable, error) {
	op, ok := deliverable.PageOp(p, c.Cwd)
	if !ok {
		return nil, fault.Invalid("path", "Not the path of a file.")
	}
	if row, err := r.reportedBefore(ctx, c.ID, &op); err != nil || row != nil {
		return row, err
	}
	known, err := r.pagesOf(ctx, c.ID, p.ID)
	if err != nil {
		return nil, err
	}
	if row := deliverable.RowOfKey(known, op.RowKey()); p.At.IsZero() && row != nil && deliverable.SamePage(row, &op) {
		return row, nil
	}
	if p.At.IsZero() {
		p.At = models.Now()
		op, _ = deliverable.PageOp(p, c.Cwd)
	}
	row, err := r.foldReport(ctx, c, append([]deliverable.Op{op}, deliverable.UnpublishOps(known, &op)...)...)
	if err != nil {
		return nil, err
	}
	return row, r.unlist(ctx, c, deliverable.PresentedOf(known))
}

// ReportDesign records in a locked conversation a design that a front end keeps for it.
func (r *Registry) ReportDesign(ctx context.Context, c *models.Conversation, d deliverable.DesignReport) (*models.Deliverable, error) {
	op, ok := deliverable.DesignOp(d, c.Cwd)
	if !ok {
		return nil, fault.Invalid("path", "Not the path of a folder.")
	}
	if row, err := r.reportedBefore(ctx, c.ID, &op); err != nil || row != nil {
		return row, err
	}
	if d.At.IsZero() {
		known, err := r.rowsOfKeys(ctx, c.ID, []string{op.RowKey()})
		if err != nil {
			return nil, err
		}
		if len(known) > 0 && deliverable.SameDesign(known[0], d) {
			return known[0], nil
		}
		d.At = models.Now()
		op, _ = deliverable.DesignOp(d, c.Cwd)
	}
	return r.foldReport(ctx, c, op)
}

// ReportService records in a locked conversation that a program listens, moved to another port, or stopped; the row
// is nil when it never listened. A report that repeats what is known changes nothing.
func (r *Registry) ReportService(ctx context.Context, c *models.Conversation, job deliverable.Job) (*models.Deliverable, error) {
	if job.At.IsZero() {
		job.At = models.Now()
	}
	rows, err := r.rowsOfKeys(ctx, c.ID, []string{deliverable.JobKey(job.ID)})
	if err != nil {
		return nil, err
	}
	var row *models.Deliverable
	var known *models.Service
	if len(rows) > 0 {
		row, known = rows[0], rows[0].Service
	}
	ops := deliverable.ServiceOps(job, known)
	if len(ops) == 0 || deliverable.SameService(row, &ops[len(ops)-1]) {
		return row, nil
	}
	return r.foldReport(ctx, c, ops...)
}

// foldReport folds operations of a store and returns the row of the first.
func (r *Registry) foldReport(ctx context.Context, c *models.Conversation, ops ...deliverable.Op) (*models.Deliverable, error) {
	steps, _, err := r.fold(ctx, c, ops)
	if err != nil {
		return nil, err
	}
	return steps[0].Row, nil
}

// reportedBefore returns the row that the same report has changed before, wherever its file is now; nil when the report
// is new.
func (r *Registry) reportedBefore(ctx context.Context, conversationID string, op *deliverable.Op) (*models.Deliverable, error) {
	if op.At.IsZero() {
		return nil, nil
	}
	var rows []*models.Deliverable
	err := r.db.From(ctx).Joins("JOIN deliverable_changes ch ON ch.deliverable_id = deliverables.id").
		Where("ch.conversation_id = ? AND ch.call_id = ? AND ch.key = ?", conversationID, op.CallID, op.RowKey()).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Fault(err, "deliverable")
	}
	return rows[0], nil
}

// pagesOf returns the rows of a conversation that are one page, or links to it that were shown.
func (r *Registry) pagesOf(ctx context.Context, conversationID, pageID string) ([]*models.Deliverable, error) {
	var rows []*models.Deliverable
	err := r.db.From(ctx).Where("conversation_id = ? AND page ->> 'id' = ?", conversationID, pageID).Find(&rows).Error
	return rows, database.Fault(err, "deliverable")
}

// unlist deletes rows of a locked conversation.
func (r *Registry) unlist(ctx context.Context, c *models.Conversation, rows []*models.Deliverable) error {
	if len(rows) == 0 {
		return nil
	}
	if err := r.db.From(ctx).Delete(&rows).Error; err != nil {
		return database.Fault(err, "deliverable")
	}
	events := make([]live.Event, len(rows))
	for i, row := range rows {
		events[i] = live.Event{Kind: models.EventRemoved, SubjectID: row.ID}
	}
	return r.log.Append(ctx, c, events...)
}
