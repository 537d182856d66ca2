package registry

import (
	"context"
	"slices"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

// Observe folds a batch into a locked conversation. The number of statements does not depend on the number of
// records.
func (r *Registry) Observe(ctx context.Context, c *models.Conversation, batch deliverable.Batch) (deliverable.Observed, error) {
	feed, err := r.feed(ctx, c.ID, batch)
	if err != nil {
		return deliverable.Observed{}, err
	}
	if feed == nil {
		return r.take(ctx, c, batch)
	}
	unconfirmed, err := r.Unconfirmed(ctx, c.ID)
	return deliverable.Observed{Applied: feed.Applied, Unconfirmed: unconfirmed}, err
}

func (r *Registry) take(ctx context.Context, c *models.Conversation, batch deliverable.Batch) (deliverable.Observed, error) {
	found, err := r.pair(ctx, c.ID, batch.Records)
	if err != nil {
		return deliverable.Observed{}, err
	}
	ops := make([]deliverable.Op, len(found))
	for i, w := range found {
		ops[i] = w.Op
	}
	hidden, err := r.unlisted(ctx, c, ops)
	if err != nil {
		return deliverable.Observed{}, err
	}
	found, ops = slices.DeleteFunc(found, func(w deliverable.ConfirmedWrite) bool { return hidden(w.Op) }), slices.DeleteFunc(ops, hidden)
	steps, rows, err := r.fold(ctx, c, ops)
	if err != nil {
		return deliverable.Observed{}, err
	}
	seen := deliverable.Observed{Rows: rows, Writes: deliverable.AppliedWrites(steps, found)}
	seen.Applied = len(seen.Writes)
	if err := r.keepFeed(ctx, c.ID, batch, seen.Applied); err != nil {
		return deliverable.Observed{}, err
	}
	seen.Unconfirmed, err = r.Unconfirmed(ctx, c.ID)
	return seen, err
}

// pair joins the records of a batch with the waiting calls, and stores those that wait now.
func (r *Registry) pair(ctx context.Context, conversationID string, records []deliverable.Record) ([]deliverable.ConfirmedWrite, error) {
	calls, keys := deliverable.CallsAndKeys(records)
	waiting, err := r.waiting(ctx, conversationID, calls, keys)
	if err != nil {
		return nil, err
	}
	for _, row := range waiting {
		calls = append(calls, row.CallID)
	}
	history, err := r.changesOfCalls(ctx, conversationID, calls)
	if err != nil {
		return nil, err
	}
	pairing := deliverable.RestorePairing(waiting, history)
	var found []deliverable.ConfirmedWrite
	for _, record := range records {
		found = append(found, pairing.Take(record.Writes, record.Arrival)...)
	}
	return found, r.keepWaiting(ctx, conversationID, pairing)
}
