package registry

import (
	"context"
	"slices"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Present adds pages to a locked conversation whose links were shown in its text. Pages of its own, and unknown pages
// of a foreign origin, are not listed.
func (r *Registry) Present(ctx context.Context, c *models.Conversation, at time.Time, links ...deliverable.PageLink) ([]*models.Deliverable, error) {
	ops := make([]deliverable.Op, len(links))
	for i, link := range links {
		ops[i] = deliverable.PresentOp(link, at)
	}
	return r.present(ctx, c, ops)
}

// Show adds files, designs and pages that the agent of a locked conversation showed, and returns the rows that are
// listed.
func (r *Registry) Show(ctx context.Context, c *models.Conversation, items []deliverable.Shown) ([]*models.Deliverable, error) {
	at := models.Now()
	ops := make([]deliverable.Op, len(items))
	keys := make([]string, len(items))
	for i, item := range items {
		op, ok := deliverable.ShownOp(item, c.Cwd, at)
		if !ok {
			return nil, fault.Invalid("items", "Item %d is not a file, folder or page.", i+1)
		}
		ops[i], keys[i] = op, op.RowKey()
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

// present folds what was shown, without the pages that are not listed.
func (r *Registry) present(ctx context.Context, c *models.Conversation, ops []deliverable.Op) ([]*models.Deliverable, error) {
	hidden, err := r.unlisted(ctx, c, ops)
	if err != nil {
		return nil, err
	}
	_, rows, err := r.fold(ctx, c, slices.DeleteFunc(ops, hidden))
	return rows, err
}

// unlisted returns a function that reports whether an operation is about a page that is not listed. It queries the
// database only when pages were shown.
func (r *Registry) unlisted(ctx context.Context, c *models.Conversation, ops []deliverable.Op) (func(deliverable.Op) bool, error) {
	var ids []string
	for _, op := range ops {
		if op.Page != nil && op.Page.Presented {
			ids = append(ids, op.Page.ID)
		}
	}
	if len(ids) == 0 {
		return func(deliverable.Op) bool { return false }, nil
	}
	known, err := r.published(ctx, []string{c.ID}, ids)
	return func(op deliverable.Op) bool {
		return op.Page != nil && !deliverable.Resolve(&models.Deliverable{Page: op.Page}, known[shown{c.ID, op.Page.ID}], r.base)
	}, err
}

// shown names a page and the conversation that shows it.
type shown struct{ conversationID, pageID string }

// published finds pages for conversations that show them, among the conversations of the same owner.
func (r *Registry) published(ctx context.Context, conversationIDs, pageIDs []string) (map[shown]*deliverable.PublishedPage, error) {
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
	known := map[shown]*deliverable.PublishedPage{}
	for _, row := range rows {
		known[shown{row.ViewerID, row.Page.ID}] = &deliverable.PublishedPage{
			Title: row.Page.Title, URL: row.URL, Public: row.Page.Public, Live: row.State == models.StatePublished, Publisher: row.Title,
			PublisherID: row.ConversationID, Own: row.ConversationID == row.ViewerID,
		}
	}
	return known, database.Fault(err, "deliverable")
}

// resolved sets the state of the presented pages among some rows and leaves out those that are not listed. It queries
// the database only when there are any.
func (r *Registry) resolved(ctx context.Context, rows []*models.Deliverable) ([]*models.Deliverable, error) {
	var conversations, pages []string
	for _, row := range deliverable.PresentedOf(rows) {
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
		if row.Page == nil || deliverable.Resolve(row, known[shown{row.ConversationID, row.Page.ID}], r.base) {
			*row = *deliverable.Within(row, scopeOf(ctx))
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// scopeOf returns the conversations that the caller's key is limited to; nil means no limit.
func scopeOf(ctx context.Context) []string {
	if who := auth.Who(ctx); who != nil {
		return who.ConversationScope()
	}
	return nil
}
