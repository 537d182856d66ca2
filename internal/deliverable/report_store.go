package deliverable

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
)

// ReportPage tells a locked conversation of a page that a front end serves, or serves no more. A report without an instant that
// says what is known already changes nothing.
func (r *Registry) ReportPage(ctx context.Context, c *models.Conversation, p PageReport) (*models.Deliverable, error) {
	op, ok := PageOp(p, c.Cwd)
	if !ok {
		return nil, fault.Invalid("path", "This is no path of a file.")
	}
	if row, err := r.told(ctx, c.ID, &op); err != nil || row != nil {
		return row, err
	}
	known, err := r.pagesOf(ctx, c.ID, p.ID)
	if err != nil {
		return nil, err
	}
	if row := rowOfKey(known, op.key()); p.At.IsZero() && row != nil && samePage(row, &op) {
		return row, nil
	}
	if p.At.IsZero() {
		p.At = models.Now()
		op, _ = PageOp(p, c.Cwd)
	}
	row, err := r.tellOne(ctx, c, append([]Op{op}, elsewhere(known, &op)...)...)
	if err != nil {
		return nil, err
	}
	return row, r.unlist(ctx, c, presentedOf(known))
}

// ReportDesign tells a locked conversation of a design that a front end keeps for it.
func (r *Registry) ReportDesign(ctx context.Context, c *models.Conversation, d DesignReport) (*models.Deliverable, error) {
	op, ok := DesignOp(d, c.Cwd)
	if !ok {
		return nil, fault.Invalid("path", "This is no path of a folder.")
	}
	if row, err := r.told(ctx, c.ID, &op); err != nil || row != nil {
		return row, err
	}
	if d.At.IsZero() {
		known, err := r.rowsOfKeys(ctx, c.ID, []string{op.key()})
		if err != nil {
			return nil, err
		}
		if len(known) > 0 && known[0].Kind == models.KindDesign && known[0].Name == cut(d.Title, maxName) && valueOf(known[0].URL) == d.URL {
			return known[0], nil
		}
		d.At = models.Now()
		op, _ = DesignOp(d, c.Cwd)
	}
	return r.tellOne(ctx, c, op)
}

// ReportService tells a locked conversation of a program that listens, moved to another port, or stopped; nil when it never
// listened. A report that says what is known already changes nothing.
func (r *Registry) ReportService(ctx context.Context, c *models.Conversation, job Job) (*models.Deliverable, error) {
	if job.At.IsZero() {
		job.At = models.Now()
	}
	rows, err := r.rowsOfKeys(ctx, c.ID, []string{jobKey(job.ID)})
	if err != nil {
		return nil, err
	}
	var row *models.Deliverable
	var known *models.Service
	if len(rows) > 0 {
		row, known = rows[0], rows[0].Service
	}
	ops := ServiceOps(job, known)
	if len(ops) == 0 || sameService(row, &ops[len(ops)-1]) {
		return row, nil
	}
	return r.tellOne(ctx, c, ops...)
}

// tellOne folds operations of a store and gives the row of the first.
func (r *Registry) tellOne(ctx context.Context, c *models.Conversation, ops ...Op) (*models.Deliverable, error) {
	steps, _, err := r.fold(ctx, c, ops)
	if err != nil {
		return nil, err
	}
	return steps[0].Row, nil
}

// told gives the row that the same report has told of before, wherever its file is now; nil when the report is new.
func (r *Registry) told(ctx context.Context, conversationID string, op *Op) (*models.Deliverable, error) {
	if op.At.IsZero() {
		return nil, nil
	}
	var rows []*models.Deliverable
	err := r.db.From(ctx).Joins("JOIN deliverable_changes ch ON ch.deliverable_id = deliverables.id").
		Where("ch.conversation_id = ? AND ch.call_id = ? AND ch.key = ?", conversationID, op.CallID, op.key()).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, database.Fault(err, "deliverable")
	}
	return rows[0], nil
}

// pagesOf gives the rows of a conversation that are about one page or are shown links to it.
func (r *Registry) pagesOf(ctx context.Context, conversationID, pageID string) ([]*models.Deliverable, error) {
	var rows []*models.Deliverable
	err := r.db.From(ctx).Where("conversation_id = ? AND page ->> 'id' = ?", conversationID, pageID).Find(&rows).Error
	return rows, database.Fault(err, "deliverable")
}

// unlist takes rows out of the list of a locked conversation.
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

// elsewhere takes a page down where it was published before: a page has one source.
func elsewhere(known []*models.Deliverable, op *Op) []Op {
	var ops []Op
	for _, row := range known {
		if row.Key == op.key() || isPresented(row) || row.State == nil || *row.State != models.StatePublished {
			continue
		}
		gone := Op{
			Key: row.Key, Place: Place{Host: row.Host, Path: row.Path}, Op: models.OpUnpublish, State: models.StateUnpublished,
			Actor: models.ActorAgent, At: op.At, CallID: op.CallID,
		}
		ops = append(ops, gone)
	}
	return ops
}

func rowOfKey(rows []*models.Deliverable, key string) *models.Deliverable {
	return findRow(rows, func(row *models.Deliverable) bool { return row.Key == key })
}

// samePage reports whether a report of a page says nothing new.
func samePage(row *models.Deliverable, op *Op) bool {
	return row.Page != nil && *row.Page == *op.Page && valueOf(row.URL) == valueOf(op.URL) && row.State != nil && *row.State == op.State
}
