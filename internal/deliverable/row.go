package deliverable

import (
	"slices"
	"time"

	"vitrine/models"
)

// newRow makes the row of a first operation, which is not applied to it yet.
func newRow(op *Op) *models.Deliverable {
	key := op.RowKey()
	row := &models.Deliverable{
		ID: models.NewID(), Key: key, CardKey: key, Host: op.Host, Path: op.Path, Name: cut(Base(op.Path), maxName),
		Kind: KindOf(op.Path, op.Op), FirstOp: op.Op, FirstCallID: op.CallID,
	}
	if slices.Contains(models.DeliverableKinds, op.Kind) {
		row.Kind = op.Kind
	}
	return row
}

// move applies an operation to its row. Every rule compares times and calls, never the order of arrival, so that any
// interleaving of feeds ends in the same row. Reports of stores have one feed and follow arrival.
func move(row *models.Deliverable, op *Op) {
	count(row, op)
	keepCreation(row, op)
	if follows(op.At, op.CallID, row.LastAt, row.LastCallID) {
		row.By, row.LastOp, row.LastAt, row.LastCallID = op.Actor, op.Op, op.At, op.CallID
	}
	if op.Bytes != nil && follows(op.At, op.CallID, row.BytesAt, row.BytesCallID) {
		row.Bytes, row.BytesAt, row.BytesCallID = op.Bytes, op.At, op.CallID
	}
	if via := viaOf(op.Via, op.At); via != nil && (row.Via == nil || precedes(via.At, via.Name, row.Via.At, row.Via.Name)) {
		row.Via = via
	}
	if !isFile(op.Op) {
		applyReport(row, op)
	}
	markDeleted(row)
}

// count increments the counters: whole writes by agents, and every other change of the text by who made it.
func count(row *models.Deliverable, op *Op) {
	switch {
	case op.Op != models.OpWrite && op.Op != models.OpEdit:
	case op.Actor == models.ActorUser:
		row.UserEdits++
	case op.Op == models.OpWrite:
		row.Writes++
	default:
		row.AgentEdits++
	}
}

// keepCreation records the earliest operation as the first one. A kind that was derived from the first operation is
// derived anew.
func keepCreation(row *models.Deliverable, op *Op) {
	if !precedes(op.At, op.CallID, row.FirstAt, row.FirstCallID) {
		return
	}
	if row.Kind == KindOf(row.Path, row.FirstOp) {
		row.Kind = KindOf(row.Path, op.Op)
	}
	row.FirstAt, row.FirstOp, row.FirstCallID = op.At, op.Op, op.CallID
}

// precedes orders first operations by time, then by call; an unknown time comes after every known one.
func precedes(at time.Time, call string, otherAt time.Time, otherCall string) bool {
	switch {
	case at.IsZero():
		return false
	case otherAt.IsZero():
		return true
	case at.Equal(otherAt):
		return call < otherCall
	}
	return at.Before(otherAt)
}

// follows orders last changes by time, then by call; without calls the later arrival follows.
func follows(at time.Time, call string, otherAt time.Time, otherCall string) bool {
	return at.After(otherAt) || at.Equal(otherAt) && call >= otherCall
}

// markDeleted marks a row deleted when its last operation deleted the file, and not deleted when it was written
// since.
func markDeleted(row *models.Deliverable) {
	deleted := models.StateDeleted
	switch {
	case row.LastOp == models.OpDelete:
		row.State = &deleted
	case row.Deleted():
		row.State = nil
	}
}

// moveAway marks a row deleted whose file replaced another one.
func moveAway(row *models.Deliverable, op *Op) {
	row.LastOp, row.By, row.LastCallID = models.OpDelete, op.Actor, op.CallID
	if op.At.After(row.LastAt) {
		row.LastAt = op.At
	}
	markDeleted(row)
}

// relocate changes the place of a row; a name and a kind that came from the old path follow the new one.
func relocate(row *models.Deliverable, to Place) {
	if row.Name == cut(Base(row.Path), maxName) {
		row.Name = cut(Base(to.Path), maxName)
	}
	if row.Kind == KindOf(row.Path, row.FirstOp) {
		row.Kind = KindOf(to.Path, row.FirstOp)
	}
	row.Key, row.Host, row.Path = to.Key(), to.Host, to.Path
}
