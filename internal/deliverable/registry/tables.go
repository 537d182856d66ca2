package registry

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/models"
)

// rowsAtOnce is the number of rows of one insert, below Postgres's limit of 65,535 parameters.
const rowsAtOnce = 1000

// maxEarly is how many results of a conversation are stored until their calls come; most belong to tools that write
// nothing. The defaults of feeds do not count.
const maxEarly = 1000

func (r *Registry) rowsOfKeys(ctx context.Context, conversationID string, keys []string) ([]*models.Deliverable, error) {
	var rows []*models.Deliverable
	err := r.db.From(ctx).Where("conversation_id = ? AND key = ANY(?::text[])", conversationID, texts(keys)).Find(&rows).Error
	return rows, database.Fault(err, "deliverable")
}

// changesOfCalls returns the changes made by some calls, with the keys they changed.
func (r *Registry) changesOfCalls(ctx context.Context, conversationID string, calls []string) ([]*models.DeliverableChange, error) {
	var changes []*models.DeliverableChange
	err := r.db.From(ctx).Select("call_id", "key").
		Where("conversation_id = ? AND call_id <> '' AND call_id = ANY(?::text[])", conversationID, texts(calls)).Find(&changes).Error
	return changes, database.Fault(err, "change")
}

// waiting returns what waits for one of the calls, or is open on one of the keys.
func (r *Registry) waiting(ctx context.Context, conversationID string, calls, keys []string) ([]*models.DeliverableCall, error) {
	var rows []*models.DeliverableCall
	err := r.db.From(ctx).
		Where("conversation_id = ? AND (call_id = ANY(?::text[]) OR key <> '' AND key = ANY(?::text[]))", conversationID, texts(calls), texts(keys)).
		Order("call_id, ordinal").Find(&rows).Error
	return rows, database.Fault(err, "call")
}

// keepWaiting stores the calls that a pairing left waiting and deletes those that it settled.
func (r *Registry) keepWaiting(ctx context.Context, conversationID string, p *deliverable.Pairing) error {
	calls, left := p.Moved()
	if len(calls) == 0 {
		return nil
	}
	db := r.db.From(ctx)
	err := db.Where("conversation_id = ? AND call_id = ANY(?::text[])", conversationID, texts(calls)).Delete(&models.DeliverableCall{}).Error
	if err != nil || len(left) == 0 {
		return database.Fault(err, "call")
	}
	for _, row := range left {
		row.ConversationID = conversationID
	}
	if err := db.CreateInBatches(left, rowsAtOnce).Error; err != nil {
		return database.Fault(err, "call")
	}
	oldest := r.db.From(ctx).Model(&models.DeliverableCall{}).Select("call_id").
		Where("conversation_id = ? AND key = '' AND call_id NOT LIKE ?", conversationID, deliverable.FeedMark+"%").Order("at DESC, call_id").Offset(maxEarly)
	err = db.Where("conversation_id = ? AND key = '' AND call_id IN (?)", conversationID, oldest).Delete(&models.DeliverableCall{}).Error
	return database.Fault(err, "call")
}

// Unconfirmed counts the calls of a conversation without a result.
func (r *Registry) Unconfirmed(ctx context.Context, conversationID string) (int, error) {
	var n int64
	err := r.db.From(ctx).Model(&models.DeliverableCall{}).Where("conversation_id = ? AND key <> ''", conversationID).
		Distinct("call_id").Count(&n).Error
	return int(n), database.Fault(err, "call")
}

func (r *Registry) save(ctx context.Context, conversationID string, rows []*models.Deliverable, changes []*models.DeliverableChange) error {
	for _, row := range rows {
		row.ConversationID = conversationID
	}
	for _, change := range changes {
		change.ConversationID = conversationID
	}
	db := r.db.From(ctx)
	upsert := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, UpdateAll: true}
	if err := db.Clauses(upsert).CreateInBatches(rows, rowsAtOnce).Error; err != nil {
		return database.Fault(err, "deliverable")
	}
	return database.Fault(db.CreateInBatches(changes, rowsAtOnce).Error, "change")
}

// budgetRows returns what the budgets need of the rows whose Evicted may change: the listed ones, and the newest of
// each share. An older row that is evicted stays so.
func (r *Registry) budgetRows(ctx context.Context, conversationID string) ([]*models.Deliverable, error) {
	newest := func(isCode bool, n int) *gorm.DB {
		return r.db.From(ctx).Model(&models.Deliverable{}).Select("id").
			Where("conversation_id = ? AND (kind = 'CODE') = ? AND state IS DISTINCT FROM ?", conversationID, isCode, models.StateDeleted).
			Order(`last_at DESC, key COLLATE "C"`).Limit(n)
	}
	var rows []*models.Deliverable
	err := r.db.From(ctx).Select("id", "key", "kind", "last_at", "state", "evicted", "page").
		Where("conversation_id = ? AND state IS DISTINCT FROM ?", conversationID, models.StateDeleted).
		Where("NOT evicted OR id IN (?) OR id IN (?)", newest(false, deliverable.MaxRows), newest(true, deliverable.MaxCode)).Find(&rows).Error
	return rows, database.Fault(err, "deliverable")
}

func (r *Registry) saveEvicted(ctx context.Context, moved []*models.Deliverable) error {
	for _, evicted := range []bool{true, false} {
		var ids texts
		for _, row := range moved {
			if row.Evicted == evicted {
				ids = append(ids, row.ID)
			}
		}
		err := r.db.From(ctx).Model(&models.Deliverable{}).Where("id = ANY(?::uuid[])", ids).UpdateColumn("evicted", evicted).Error
		if err != nil {
			return database.Fault(err, "deliverable")
		}
	}
	return nil
}

// feed returns the record of a batch that was stored before; nil when it is new or has no position.
func (r *Registry) feed(ctx context.Context, conversationID string, batch deliverable.Batch) (*models.DeliverableFeed, error) {
	if batch.Position == "" {
		return nil, nil
	}
	var found []*models.DeliverableFeed
	err := r.db.From(ctx).Where("conversation_id = ? AND source = ? AND position = ?", conversationID, batch.Source, batch.Position).
		Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, database.Fault(err, "feed")
	}
	return found[0], nil
}

func (r *Registry) keepFeed(ctx context.Context, conversationID string, batch deliverable.Batch, applied int) error {
	if batch.Position == "" {
		return nil
	}
	row := &models.DeliverableFeed{
		ConversationID: conversationID, Source: batch.Source, Position: batch.Position, Applied: applied, CreatedAt: models.Now(),
	}
	return database.Fault(r.db.From(ctx).Create(row).Error, "feed")
}
