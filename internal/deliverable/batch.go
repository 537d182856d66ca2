package deliverable

import (
	"cmp"
	"slices"

	"vitrine/internal/harness"
	"vitrine/models"
)

// Record is one record of a batch: the writes that a reader found in it, and where it came from.
type Record struct {
	Writes  []harness.Write
	Arrival Arrival
}

// Batch is a number of records that one feed sends at once.
type Batch struct {
	Source string
	// Position is where the batch ends in the feed; its format is the feed's. A batch with a known position changes
	// nothing. With an empty position, only the ids of calls protect from counting twice.
	Position string
	Records  []Record
}

// Observed is the result of a batch.
type Observed struct {
	Applied     int // writes that moved a row
	Unconfirmed int // calls of the conversation that wait for their result
	// Rows are those that the batch changed, tombstones included.
	Rows []*models.Deliverable
	// Writes are the applied writes in order, each with its row: the source of drafts.
	Writes []AppliedWrite
}

// AppliedWrite is a write that changed a row.
type AppliedWrite struct {
	Row    *models.Deliverable
	Change *models.DeliverableChange
	Write  harness.Write
}

// AppliedWrites returns the writes that changed a row, each with its row and change. Showing a thing does not write
// it.
func AppliedWrites(steps []Step, found []ConfirmedWrite) []AppliedWrite {
	var moves []AppliedWrite
	for i, step := range steps {
		if step.Skipped == "" && found[i].Op.Op != models.OpPresent { // showing a thing does not write it
			moves = append(moves, AppliedWrite{Row: step.Row, Change: step.Change, Write: found[i].Write})
		}
	}
	return moves
}

// CallsAndKeys returns the ids of the calls that a batch names, of the calls that started its helpers and of its
// feeds, and the keys on which a file operation or a whole write might belong to an open call.
func CallsAndKeys(records []Record) (calls, keys []string) {
	for _, record := range records {
		calls = append(calls, feedID(record.Arrival.Receipt.Source))
		for _, w := range record.Writes {
			for _, id := range []string{w.CallID, w.Helper} {
				if isCallID(id) {
					calls = append(calls, id)
				}
			}
			if place, ok := Locate(record.Arrival.Host, cmp.Or(w.Cwd, record.Arrival.Cwd), w.Path); ok && (w.Inner || w.Whole) {
				keys = append(keys, place.Key())
			}
		}
	}
	slices.Sort(calls)
	return slices.Compact(calls), keys
}
