package registry

import (
	"context"
	"slices"

	"vitrine/internal/deliverable"
	"vitrine/internal/live"
	"vitrine/models"
)

// fold applies operations to the rows they change, saves the rows and appends the events, all in the open
// transaction. It returns one step per operation and the rows that changed.
func (r *Registry) fold(ctx context.Context, c *models.Conversation, ops []deliverable.Op) ([]deliverable.Step, []*models.Deliverable, error) {
	if len(ops) == 0 {
		return nil, nil, nil
	}
	ledger, err := r.ledger(ctx, c.ID, ops)
	if err != nil {
		return nil, nil, err
	}
	listed := listedIDs(ledger.Rows())
	steps := make([]deliverable.Step, len(ops))
	for i, op := range ops {
		steps[i] = ledger.Apply(receipted(ctx, op))
	}
	rows := ledger.Touched()
	if len(rows) == 0 {
		return steps, nil, nil
	}
	if err := r.save(ctx, c.ID, rows, ledger.Changes()); err != nil {
		return nil, nil, err
	}
	moved, err := r.rebudget(ctx, c.ID, rows)
	if err != nil {
		return nil, nil, err
	}
	for _, row := range moved {
		listed[row.ID] = row.Evicted // its former state was the opposite
	}
	return steps, rows, r.log.Append(ctx, c, eventsOf(rows, moved, listed)...)
}

// ledger loads what some operations can change: the rows of their keys and the changes of their calls.
func (r *Registry) ledger(ctx context.Context, conversationID string, ops []deliverable.Op) (*deliverable.Ledger, error) {
	var keys, calls []string
	for _, op := range ops {
		keys = append(keys, op.RowKey(), op.From.Key())
		calls = append(calls, op.CallID)
	}
	rows, err := r.rowsOfKeys(ctx, conversationID, keys)
	if err != nil {
		return nil, err
	}
	known, err := r.changesOfCalls(ctx, conversationID, calls)
	if err != nil {
		return nil, err
	}
	return deliverable.NewLedger(rows, known), nil
}

func listedIDs(rows []*models.Deliverable) map[string]bool {
	ids := map[string]bool{}
	for _, row := range rows {
		ids[row.ID] = row.Listed()
	}
	return ids
}

// rebudget decides anew which rows are listed, sets it on the touched rows, and returns the others that it changed.
func (r *Registry) rebudget(ctx context.Context, conversationID string, touched []*models.Deliverable) ([]*models.Deliverable, error) {
	all, err := r.budgetRows(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	moved := deliverable.Budget(all)
	if len(moved) == 0 {
		return nil, nil
	}
	if err := r.saveEvicted(ctx, moved); err != nil {
		return nil, err
	}
	mine := map[string]*models.Deliverable{}
	for _, row := range touched {
		mine[row.ID] = row
	}
	return slices.DeleteFunc(moved, func(row *models.Deliverable) bool {
		own, ok := mine[row.ID]
		if ok {
			own.Evicted = row.Evicted
		}
		return ok
	}), nil
}

// CreatedNote marks an event of a deliverable as that of the row's creation.
const CreatedNote = "born"

// eventsOf makes the events for readers of the list: rows that were created, changed or listed again, and rows that
// left it.
func eventsOf(touched, moved []*models.Deliverable, listed map[string]bool) []live.Event {
	var events []live.Event
	for _, row := range slices.Concat(touched, moved) {
		_, known := listed[row.ID]
		switch {
		case row.Listed() && !known:
			events = append(events, live.Event{Kind: models.EventDeliverable, SubjectID: row.ID, Note: CreatedNote})
		case row.Listed():
			events = append(events, live.Event{Kind: models.EventDeliverable, SubjectID: row.ID})
		case listed[row.ID]:
			events = append(events, live.Event{Kind: models.EventRemoved, SubjectID: row.ID})
		}
	}
	return events
}
