package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/models"
)

// KeepDrafts stores observed content with the rows it belongs to, inside the open transaction.
func (r *Registry) KeepDrafts(ctx context.Context, drafts []*models.DeliverableDraft) error {
	if len(drafts) == 0 {
		return nil
	}
	return database.Fault(r.db.From(ctx).CreateInBatches(drafts, rowsAtOnce).Error, "draft")
}

// Drafts returns the oldest drafts of a conversation, in order.
func (r *Registry) Drafts(ctx context.Context, conversationID string, limit int) ([]*models.DeliverableDraft, error) {
	var drafts []*models.DeliverableDraft
	err := r.db.From(ctx).Where("conversation_id = ?", conversationID).Order("id").Limit(limit).Find(&drafts).Error
	return drafts, database.Fault(err, "draft")
}

// DropDrafts deletes drafts whose content is stored now, and returns how many of them still existed.
func (r *Registry) DropDrafts(ctx context.Context, drafts []*models.DeliverableDraft) (int, error) {
	ids := make(texts, len(drafts))
	for i, d := range drafts {
		ids[i] = d.ID
	}
	gone := r.db.From(ctx).Where("id = ANY(?::uuid[])", ids).Delete(&models.DeliverableDraft{})
	return int(gone.RowsAffected), database.Fault(gone.Error, "draft")
}

// Drafting returns the conversations that have drafts, oldest draft first.
func (r *Registry) Drafting(ctx context.Context) ([]string, error) {
	var ids []string
	err := r.db.From(ctx).Model(&models.DeliverableDraft{}).Group("conversation_id").Order("min(id::text)").Pluck("conversation_id", &ids).Error
	return ids, database.Fault(err, "draft")
}

// Position returns the position of a feed's newest batch, empty before the first.
func (r *Registry) Position(ctx context.Context, conversationID, source string) (string, error) {
	var positions []string
	err := r.db.From(ctx).Model(&models.DeliverableFeed{}).Where("conversation_id = ? AND source = ?", conversationID, source).
		Order("created_at DESC").Limit(1).Pluck("position", &positions).Error
	if err != nil || len(positions) == 0 {
		return "", database.Fault(err, "feed")
	}
	return positions[0], nil
}

// Feeds returns the newest batches of some feeds in some conversations, by conversation and in the order of the
// feeds' names. A feed without a batch is left out.
func (r *Registry) Feeds(ctx context.Context, conversationIDs, sources []string) (map[string][]*models.DeliverableFeed, error) {
	var rows []*models.DeliverableFeed
	err := r.db.From(ctx).Select("DISTINCT ON (conversation_id, source) *").
		Where("conversation_id = ANY(?::uuid[]) AND source = ANY(?::text[])", texts(conversationIDs), texts(sources)).
		Order("conversation_id, source, created_at DESC").Find(&rows).Error
	found := make(map[string][]*models.DeliverableFeed, len(conversationIDs))
	for _, id := range conversationIDs {
		found[id] = []*models.DeliverableFeed{}
	}
	for _, row := range rows {
		found[row.ConversationID] = append(found[row.ConversationID], row)
	}
	return found, database.Fault(err, "feed")
}
