// Package live is the event log of conversations and the way its readers learn of new events.
//
// The log is a table with a gapless sequence per conversation, written in the same transaction as the change. Readers
// follow it by position. The Bus carries only hints that there is something to read, sent after the commit by one
// coalescing sender per replica. Hub serves any number of subscribers of a conversation with one query per hint. The
// package knows ids, not objects: package subscription reads those. Stores and acts append; resolvers subscribe.
package live

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Log appends to and reads from the event log.
type Log struct {
	db  *database.DB
	bus Bus
}

// NewLog returns a log over a database that sends its hints over a bus.
func NewLog(db *database.DB, bus Bus) *Log { return &Log{db: db, bus: bus} }

// Lock locks the conversation's row for the rest of the transaction. Every change of a conversation starts with it,
// so that locks are taken in one order everywhere: conversation, then artifact.
func (l *Log) Lock(ctx context.Context, conversationID string) (*models.Conversation, error) {
	if !database.InTx(ctx) {
		return nil, fmt.Errorf("lock conversation %s outside a transaction", conversationID)
	}
	var c models.Conversation
	err := l.db.From(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Take(&c, "id = ?", conversationID).Error
	return &c, database.Fault(err, "conversation")
}

// Event is one entry before it has a sequence and a time.
type Event struct {
	Kind      models.EventKind
	SubjectID string
	Note      string
}

// Append writes events of a locked conversation inside the open transaction, and sends a hint after the commit. It
// sets c.LastSequence.
func (l *Log) Append(ctx context.Context, c *models.Conversation, events ...Event) error {
	if len(events) == 0 {
		return nil
	}
	if !database.InTx(ctx) {
		return fmt.Errorf("append events of conversation %s outside a transaction", c.ID)
	}
	now := models.Now()
	rows := make([]models.ConversationEvent, len(events))
	for i, e := range events {
		rows[i] = models.ConversationEvent{
			ConversationID: c.ID, Sequence: c.LastSequence + int64(i) + 1, At: now, Kind: e.Kind, SubjectID: e.SubjectID, Note: e.Note,
		}
	}
	if err := l.db.From(ctx).CreateInBatches(rows, 1000).Error; err != nil {
		return database.Fault(err, "event")
	}
	c.LastSequence += int64(len(events))
	c.UpdatedAt = now
	err := l.db.From(ctx).Model(c).UpdateColumns(map[string]any{"last_sequence": c.LastSequence, "updated_at": now}).Error
	if err != nil {
		return database.Fault(err, "conversation")
	}
	id := c.ID
	database.AfterCommit(ctx, func() { l.bus.Hint(ConversationTopic(id)) })
	return nil
}

// Deleted sends a hint after the commit that a conversation is deleted, which ends its subscriptions.
func (l *Log) Deleted(ctx context.Context, conversationID string) {
	database.AfterCommit(ctx, func() { l.bus.Hint(ConversationTopic(conversationID)) })
}

// Read returns up to limit events after a sequence, in order.
func (l *Log) Read(ctx context.Context, conversationID string, after int64, limit int) ([]models.ConversationEvent, error) {
	var rows []models.ConversationEvent
	err := l.db.From(ctx).Where("conversation_id = ? AND sequence > ?", conversationID, after).
		Order("sequence").Limit(limit).Find(&rows).Error
	return rows, database.Fault(err, "event")
}

// Extent is the range of a conversation's stored events: those after Trimmed, up to Last.
type Extent struct{ Trimmed, Last int64 }

// Extent returns the range of a conversation's stored events.
func (l *Log) Extent(ctx context.Context, conversationID string) (Extent, error) {
	var c models.Conversation
	err := l.db.From(ctx).Select("trimmed_sequence", "last_sequence").Take(&c, "id = ?", conversationID).Error
	return Extent{Trimmed: c.TrimmedSequence, Last: c.LastSequence}, database.Fault(err, "conversation")
}

// keptEvents is how many events of a conversation are never trimmed, so that a client that was away can continue.
const keptEvents = 1000

// trimAtOnce bounds the conversations that are trimmed in one statement.
const trimAtOnce = 500

// Trim deletes events from before a time, all but the newest of each conversation, and returns how many. A subscriber
// with an older position must load the conversation anew.
func (l *Log) Trim(ctx context.Context, before time.Time) (int64, error) {
	var total int64
	for {
		done := l.db.From(ctx).Exec(`WITH doomed AS (
				SELECT e.conversation_id, max(e.sequence) AS through FROM conversation_events e JOIN conversations c ON c.id = e.conversation_id
				WHERE e.at < ? AND e.sequence <= c.last_sequence - ? GROUP BY e.conversation_id LIMIT ?
			), marked AS (
				UPDATE conversations c SET trimmed_sequence = d.through FROM doomed d WHERE c.id = d.conversation_id
			)
			DELETE FROM conversation_events e USING doomed d WHERE e.conversation_id = d.conversation_id AND e.sequence <= d.through`,
			before, keptEvents, trimAtOnce)
		total += done.RowsAffected
		if done.Error != nil || done.RowsAffected == 0 {
			return total, database.Fault(done.Error, "event")
		}
	}
}

// lasts returns the newest sequences of many conversations in one query.
func (l *Log) lasts(ctx context.Context, ids []string) (map[string]int64, error) {
	var rows []models.Conversation
	err := l.db.From(ctx).Select("id", "last_sequence").Where("id IN ?", ids).Find(&rows).Error
	m := make(map[string]int64, len(rows))
	for _, r := range rows {
		m[r.ID] = r.LastSequence
	}
	return m, database.Fault(err, "conversation")
}

// resyncNeeded returns why a subscriber's position cannot be continued; nil when it can.
func resyncNeeded(after int64, there Extent) error {
	switch {
	case after < 0:
		return fault.Invalid("after", "The position to continue after must not be negative.")
	case after > there.Last:
		return fault.Conflict("The position %d is after the end of this conversation, which is at %d.", after, there.Last)
	case after < there.Trimmed:
		return tooOld(after)
	}
	return nil
}

// tooOld returns the fault for a position whose next events are no longer stored.
func tooOld(after int64) error {
	return fault.Conflict("The events after the position %d are no longer stored.", after).Try("Load the conversation anew and follow from its lastSequence.")
}
