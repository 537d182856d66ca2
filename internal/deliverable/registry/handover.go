package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/live"
	"vitrine/models"
)

// Handed is the result of a hand-over.
type Handed struct {
	Rows    []HandedRow
	Refused []RefusedItem
}

// HandedRow is one row that was handed over: as the giver has it, and as the receiver has it now.
type HandedRow struct {
	Given    *models.Deliverable
	Received *models.Deliverable
}

// RefusedItem is an item that was not handed over, as the caller named it, and the reason.
type RefusedItem struct {
	Item   string
	Reason deliverable.Refusal
}

// HandOver adds rows of one locked conversation to the list of another locked one. An item that cannot be handed over
// is listed in Refused, and the others continue; files are never copied.
func (r *Registry) HandOver(ctx context.Context, from, to *models.Conversation, items []string) (Handed, error) {
	rows, err := r.Rows(ctx, from.ID)
	if err != nil {
		return Handed{}, err
	}
	var handed Handed
	var given []*models.Deliverable
	for _, item := range items {
		row := deliverable.RowFor(rows, from.Host, from.Cwd, item)
		switch reason := deliverable.RefuseHandover(row, to.Host); {
		case reason != "":
			handed.Refused = append(handed.Refused, RefusedItem{Item: item, Reason: reason})
		case deliverable.RowOfKey(given, row.Key) == nil:
			given = append(given, row)
		}
	}
	if len(given) == 0 {
		return handed, nil
	}
	if handed.Rows, err = r.receive(ctx, from, to, given); err != nil {
		return Handed{}, err
	}
	return handed, r.addReceiver(ctx, from, to, given)
}

func (r *Registry) receive(ctx context.Context, from, to *models.Conversation, given []*models.Deliverable) ([]HandedRow, error) {
	at := models.Now()
	ops := make([]deliverable.Op, len(given))
	for i, row := range given {
		ops[i] = deliverable.HandoverOp(row, from, at)
	}
	steps, _, err := r.fold(ctx, to, ops)
	if err != nil {
		return nil, err
	}
	landed := make([]HandedRow, len(given))
	for i, row := range given {
		landed[i] = HandedRow{Given: row, Received: steps[i].Row}
	}
	return landed, nil
}

// addReceiver stores on the giver's rows who has them now.
func (r *Registry) addReceiver(ctx context.Context, from, to *models.Conversation, given []*models.Deliverable) error {
	receiver := models.Receiver{ConversationID: to.ID, Name: to.Title, At: models.Now()}
	events := make([]live.Event, len(given))
	for i, row := range given {
		row.HandedTo = deliverable.Receivers(row.HandedTo, receiver)
		if err := r.db.From(ctx).Model(row).Select("handed_to").Updates(row).Error; err != nil {
			return database.Fault(err, "deliverable")
		}
		events[i] = live.Event{Kind: models.EventDeliverable, SubjectID: row.ID}
	}
	return r.log.Append(ctx, from, events...)
}
