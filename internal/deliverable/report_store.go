package deliverable

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"vitrine/internal/auth"
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
	known, err := r.rowsOfKeys(ctx, c.ID, []string{op.key()})
	if err != nil {
		return nil, err
	}
	if d.At.IsZero() {
		if len(known) > 0 && known[0].Kind == models.KindDesign && known[0].Name == cut(d.Title, maxName) && valueOr(known[0].URL) == d.URL {
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

// Present tells a locked conversation that links to pages were shown in its text. Pages of its own, and pages that nobody here
// published under a foreign origin, are not listed.
func (r *Registry) Present(ctx context.Context, c *models.Conversation, at time.Time, links ...PageLink) ([]*models.Deliverable, error) {
	ops := make([]Op, len(links))
	for i, link := range links {
		ops[i] = PresentOp(link, at)
	}
	return r.present(ctx, c, ops)
}

// Show tells a locked conversation that its agent showed files, designs and pages; gives their rows, as far as they are listed.
func (r *Registry) Show(ctx context.Context, c *models.Conversation, items []Shown) ([]*models.Deliverable, error) {
	at := models.Now()
	ops := make([]Op, len(items))
	keys := make([]string, len(items))
	for i, item := range items {
		op, ok := ShownOp(item, c.Cwd, at)
		if !ok {
			return nil, fault.Invalid("items", "Item %d names no file, folder or page.", i+1)
		}
		ops[i], keys[i] = op, op.key()
	}
	if _, err := r.present(ctx, c, ops); err != nil {
		return nil, err
	}
	rows, err := r.rowsOfKeys(ctx, c.ID, keys)
	if err != nil {
		return nil, err
	}
	return r.resolved(ctx, rows)
}

// present folds what was shown, less the pages that are not listed.
func (r *Registry) present(ctx context.Context, c *models.Conversation, ops []Op) ([]*models.Deliverable, error) {
	hidden, err := r.unlisted(ctx, c, ops)
	if err != nil {
		return nil, err
	}
	_, rows, err := r.fold(ctx, c, slices.DeleteFunc(ops, hidden))
	return rows, err
}

// unlisted says which of some operations are about pages that are not listed. It asks the database only when there are pages
// among them that were shown.
func (r *Registry) unlisted(ctx context.Context, c *models.Conversation, ops []Op) (func(Op) bool, error) {
	var ids []string
	for _, op := range ops {
		if op.Page != nil && op.Page.Presented {
			ids = append(ids, op.Page.ID)
		}
	}
	if len(ids) == 0 {
		return func(Op) bool { return false }, nil
	}
	known, err := r.published(ctx, []string{c.ID}, ids)
	return func(op Op) bool {
		return op.Page != nil && !Resolve(&models.Deliverable{Page: op.Page}, known[shown{c.ID, op.Page.ID}], r.base)
	}, err
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

// pagesOf gives the rows of a conversation that are about one page, or shown links to it, and those of its paths.
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

func presentedOf(rows []*models.Deliverable) []*models.Deliverable {
	var shown []*models.Deliverable
	for _, row := range rows {
		if isPresented(row) {
			shown = append(shown, row)
		}
	}
	return shown
}

func rowOfKey(rows []*models.Deliverable, key string) *models.Deliverable {
	return findRow(rows, func(row *models.Deliverable) bool { return row.Key == key })
}

// samePage reports whether a report of a page says nothing new.
func samePage(row *models.Deliverable, op *Op) bool {
	return row.Page != nil && *row.Page == *op.Page && valueOr(row.URL) == valueOr(op.URL) && row.State != nil && *row.State == op.State
}

// shown names a page and the conversation that shows it.
type shown struct{ conversationID, pageID string }

// published finds what is known of pages, for conversations that show them: pages of conversations of the same owner.
func (r *Registry) published(ctx context.Context, conversationIDs, pageIDs []string) (map[shown]*PublishedPage, error) {
	var rows []struct {
		ViewerID, ConversationID, Title string
		Page                            *models.Page `gorm:"serializer:json"`
		URL                             string       `gorm:"column:url"`
		State                           models.DeliverableState
	}
	err := r.db.From(ctx).Table("deliverables d").
		Select("viewer.id AS viewer_id, d.conversation_id, publisher.title, d.page, d.url, d.state").
		Joins("JOIN conversations publisher ON publisher.id = d.conversation_id").
		Joins("JOIN conversations viewer ON viewer.owner = publisher.owner").
		Where("viewer.id = ANY(?::uuid[]) AND d.page ->> 'id' = ANY(?::text[])", texts(conversationIDs), texts(pageIDs)).
		Where("NOT coalesce((d.page -> 'presented')::boolean, false)").
		Order("d.told_at, d.id").Find(&rows).Error
	known := map[shown]*PublishedPage{}
	for _, row := range rows {
		known[shown{row.ViewerID, row.Page.ID}] = &PublishedPage{
			Title: row.Page.Title, URL: row.URL, Public: row.Page.Public, Live: row.State == models.StatePublished, Publisher: row.Title,
			PublisherID: row.ConversationID, Own: row.ConversationID == row.ViewerID,
		}
	}
	return known, database.Fault(err, "deliverable")
}

// resolved says how the presented pages among some rows stand and leaves out those that are not listed. It asks the database
// only when there are any.
func (r *Registry) resolved(ctx context.Context, rows []*models.Deliverable) ([]*models.Deliverable, error) {
	var conversations, pages []string
	for _, row := range presentedOf(rows) {
		conversations, pages = append(conversations, row.ConversationID), append(pages, row.Page.ID)
	}
	if len(pages) == 0 {
		return rows, nil
	}
	known, err := r.published(ctx, conversations, pages)
	if err != nil {
		return nil, err
	}
	var kept []*models.Deliverable
	for _, row := range rows {
		if row.Page == nil || Resolve(row, known[shown{row.ConversationID, row.Page.ID}], r.base) {
			*row = *Within(row, scopeOf(ctx))
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// scopeOf gives the conversations that the caller's key is limited to; nil is no limit.
func scopeOf(ctx context.Context) []string {
	if who := auth.Who(ctx); who != nil {
		return who.ConversationScope()
	}
	return nil
}

// listed narrows a query to the rows that are in the list now: no tombstones, none outside the budgets, and no service that
// stopped long ago.
func listed(db *gorm.DB) *gorm.DB {
	return db.Where("NOT evicted AND state IS DISTINCT FROM ?", models.StateDeleted).
		Where("NOT (kind = ? AND state = ? AND last_at < ?)", models.KindService, models.StateStopped, models.Now().Add(-servicesKept))
}
