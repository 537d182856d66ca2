package deliverable

import (
	"maps"
	"slices"

	"vitrine/models"
)

// Ledger folds operations into rows, one row per place. It is not safe for concurrent use.
//
// A ledger need not hold a whole conversation: the rows that a batch can change and the calls that it names are
// enough, so the cost of a batch does not grow with the conversation.
type Ledger struct {
	rows    map[string]*models.Deliverable // by key
	seen    *recall                        // call and key of what changed a row
	touched map[string]*models.Deliverable // by id, since the ledger was made
	changes []*models.DeliverableChange
}

// NewLedger returns a ledger over rows and the changes whose calls must not count again; both may be empty.
func NewLedger(rows []*models.Deliverable, known []*models.DeliverableChange) *Ledger {
	l := &Ledger{rows: map[string]*models.Deliverable{}, seen: newRecall(maxSeen), touched: map[string]*models.Deliverable{}}
	for _, row := range rows {
		l.rows[row.Key] = row
	}
	for _, c := range known {
		l.seen.add(c.CallID, c.Key)
	}
	return l
}

// Row returns the row of a key, nil when there is none.
func (l *Ledger) Row(key string) *models.Deliverable { return l.rows[key] }

// Rows returns all rows in the order of their keys.
func (l *Ledger) Rows() []*models.Deliverable {
	rows := make([]*models.Deliverable, 0, len(l.rows))
	for _, key := range slices.Sorted(maps.Keys(l.rows)) {
		rows = append(rows, l.rows[key])
	}
	return rows
}

// Touched returns the rows that changed since the ledger was made, in the order of their creation.
func (l *Ledger) Touched() []*models.Deliverable {
	rows := make([]*models.Deliverable, 0, len(l.touched))
	for _, id := range slices.Sorted(maps.Keys(l.touched)) {
		rows = append(rows, l.touched[id])
	}
	return rows
}

// Changes returns the history entries made since the ledger was made, in order.
func (l *Ledger) Changes() []*models.DeliverableChange { return l.changes }

// Apply folds one operation. Operations that change nothing are skipped with a reason, never rejected with an error.
func (l *Ledger) Apply(op Op) Step {
	if reason := op.refuse(); reason != "" {
		return Step{Skipped: reason}
	}
	key := op.RowKey()
	if op.CallID != "" && !l.seen.add(op.CallID, key) {
		return Step{Row: l.rows[key], Skipped: SkipSeen}
	}
	row, replaced, created := l.find(&op)
	move(row, &op)
	l.touched[row.ID] = row
	step := Step{Row: row, Created: created, Replaced: replaced, Change: changeOf(row, &op)}
	l.changes = append(l.changes, step.Change)
	return step
}

// find returns the row that an operation is about; it creates or renames it when necessary.
func (l *Ledger) find(op *Op) (row, replaced *models.Deliverable, created bool) {
	key := op.RowKey()
	target := l.rows[key]
	if op.Op == models.OpMove {
		if source := l.rows[op.From.Key()]; source != nil && source != target {
			return l.rename(source, target, op)
		}
	}
	if target != nil {
		return target, nil, false
	}
	row = newRow(op)
	l.rows[key] = row
	return row, nil, true
}

// rename moves a row to its new place. When that place has a row already, its file was replaced: that row continues,
// and the moved one becomes a tombstone.
func (l *Ledger) rename(source, target *models.Deliverable, op *Op) (row, replaced *models.Deliverable, created bool) {
	if target != nil {
		moveAway(source, op)
		l.touched[source.ID] = source
		return target, source, false
	}
	delete(l.rows, source.Key)
	relocate(source, op.Place)
	l.rows[source.Key] = source
	return source, nil, false
}

func changeOf(row *models.Deliverable, op *Op) *models.DeliverableChange {
	return &models.DeliverableChange{
		ID: models.NewID(), ConversationID: row.ConversationID, DeliverableID: row.ID, Key: op.RowKey(),
		At: op.At, Actor: op.Actor, Op: op.Op, CallID: op.CallID, FromPath: op.From.Path,
		Bytes: op.Bytes, Added: op.Added, Removed: op.Removed,
		Source: op.Receipt.Source, Position: op.Receipt.Position, RecordHash: op.Receipt.RecordHash,
		RecordOffset: op.Receipt.Offset,
	}
}
