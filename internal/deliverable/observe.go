package deliverable

import (
	"context"
	"slices"

	"vitrine/internal/harness"
	"vitrine/models"
)

// Seen is one record of a batch: what a reader found in it and how it reached us.
type Seen struct {
	Writes []harness.Write
	Sight  Sight
}

// Batch is what one feed hands in at once.
type Batch struct {
	Source string
	// Position is where the batch ends in the feed, opaque; the same one again changes nothing. Empty means that only the
	// ids of calls protect from counting twice.
	Position string
	Records  []Seen
}

// Observed is what came of a batch.
type Observed struct {
	Applied     int // writes that moved a row
	Unconfirmed int // calls of the conversation that wait for their result
	// Rows are those that the batch changed, tombstones among them.
	Rows []*models.Deliverable
	// Moves are the applied writes in order, each with its row: what content can be kept from.
	Moves []Move
}

// Move is one applied write.
type Move struct {
	Row    *models.Deliverable
	Change *models.DeliverableChange
	Write  harness.Write
}

// Observe folds a batch into a locked conversation. It takes a fixed number of statements, whatever the number of records.
func (r *Registry) Observe(ctx context.Context, c *models.Conversation, batch Batch) (Observed, error) {
	feed, err := r.feed(ctx, c.ID, batch)
	if err != nil {
		return Observed{}, err
	}
	if feed == nil {
		return r.take(ctx, c, batch)
	}
	unconfirmed, err := r.Unconfirmed(ctx, c.ID)
	return Observed{Applied: feed.Applied, Unconfirmed: unconfirmed}, err
}

func (r *Registry) take(ctx context.Context, c *models.Conversation, batch Batch) (Observed, error) {
	found, err := r.pair(ctx, c.ID, batch.Records)
	if err != nil {
		return Observed{}, err
	}
	ops := make([]Op, len(found))
	for i, w := range found {
		ops[i] = w.Op
	}
	hidden, err := r.unlisted(ctx, c, ops)
	if err != nil {
		return Observed{}, err
	}
	found, ops = slices.DeleteFunc(found, func(w Witness) bool { return hidden(w.Op) }), slices.DeleteFunc(ops, hidden)
	steps, rows, err := r.fold(ctx, c, ops)
	if err != nil {
		return Observed{}, err
	}
	seen := Observed{Rows: rows, Moves: movesOf(steps, found)}
	seen.Applied = len(seen.Moves)
	if err := r.keepFeed(ctx, c.ID, batch, seen.Applied); err != nil {
		return Observed{}, err
	}
	seen.Unconfirmed, err = r.Unconfirmed(ctx, c.ID)
	return seen, err
}

func movesOf(steps []Step, found []Witness) []Move {
	var moves []Move
	for i, step := range steps {
		if step.Skipped == "" && found[i].Op.Op != models.OpPresent { // what was shown is no write
			moves = append(moves, Move{Row: step.Row, Change: step.Change, Write: found[i].Write})
		}
	}
	return moves
}

// pair joins the records of a batch with what waits, and keeps what waits now.
func (r *Registry) pair(ctx context.Context, conversationID string, records []Seen) ([]Witness, error) {
	calls, keys := namedBy(records)
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
	pairing := RestorePairing(waiting, history)
	var found []Witness
	for _, record := range records {
		found = append(found, pairing.Take(record.Writes, record.Sight)...)
	}
	return found, r.keepWaiting(ctx, conversationID, pairing)
}

// namedBy gives the calls that a batch names, with those that started its helpers and what stands for its feed, and the keys
// on which a file operation or a whole write might belong to an open call.
func namedBy(records []Seen) (calls, keys []string) {
	for _, record := range records {
		calls = append(calls, feedID(record.Sight.Receipt.Source))
		for _, w := range record.Writes {
			for _, id := range []string{w.CallID, w.Helper} {
				if isCallID(id) {
					calls = append(calls, id)
				}
			}
			if place, ok := Locate(record.Sight.Host, orElse(w.Cwd, record.Sight.Cwd), w.Path); ok && (w.Inner || w.Whole) {
				keys = append(keys, place.Key())
			}
		}
	}
	slices.Sort(calls)
	return slices.Compact(calls), keys
}
