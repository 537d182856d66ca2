package deliverable

import (
	"maps"
	"slices"

	"vitrine/models"
)

// Rows are rows by key.
type Rows map[string]*models.Deliverable

// Merge joins two accounts of one conversation, for example what a transcript tells and what was kept, and leaves both as they
// were. Counters are kept per actor, and each is the greater of the two: both sides have seen the same changes, except that one
// may lack some. What came last is told by the side whose last change is later, the left one on a tie; what a side does not know
// erases nothing. The budgets are judged anew, and the rows outside them are marked, not dropped.
func Merge(left, right Rows) Rows {
	merged := maps.Clone(left)
	if merged == nil {
		merged = Rows{}
	}
	for key, row := range right {
		merged[key] = joinRows(left[key], row)
	}
	for key, row := range merged {
		if row == nil {
			delete(merged, key)
			continue
		}
		kept := *row
		merged[key] = &kept
	}
	Budget(slices.Collect(maps.Values(merged)))
	return merged
}

func joinRows(a, b *models.Deliverable) *models.Deliverable {
	if a == nil || b == nil {
		return either(a, b)
	}
	joined := *a
	joined.Writes, joined.AgentEdits, joined.UserEdits = max(a.Writes, b.Writes), max(a.AgentEdits, b.AgentEdits), max(a.UserEdits, b.UserEdits)
	joined.FirstAt, joined.LastAt = earliest(a.FirstAt, b.FirstAt), latest(a.LastAt, b.LastAt)
	if precedes(b.FirstAt, b.BirthCallID, a.FirstAt, a.BirthCallID) {
		joined.BirthOp, joined.BirthCallID = b.BirthOp, b.BirthCallID
	}
	joinLast(&joined, a, b)
	joinTold(&joined, a, b)
	joined.HandedTo = Receivers(a.HandedTo, b.HandedTo...)
	bury(&joined)
	return &joined
}

func either(a, b *models.Deliverable) *models.Deliverable {
	if a == nil {
		return b
	}
	return a
}

// joinLast takes who touched it last, how and by which call from the later side, and its size, else the left one's.
func joinLast(joined, a, b *models.Deliverable) {
	if !b.LastAt.After(a.LastAt) {
		return
	}
	joined.By, joined.LastOp, joined.LastCallID = b.By, b.LastOp, b.LastCallID
	if b.Bytes != nil {
		joined.Bytes, joined.BytesAt, joined.BytesCallID = b.Bytes, b.BytesAt, b.BytesCallID
	}
}

// joinTold joins what stores said: a stronger kind wins whenever it was given, and of two equal kinds the later name.
func joinTold(joined, a, b *models.Deliverable) {
	later, other := a, b
	if b.LastAt.After(a.LastAt) {
		later, other = b, a
	}
	stronger := rank[b.Kind] > rank[a.Kind]
	if stronger {
		joined.Kind = b.Kind
	}
	if stronger || a.Kind == b.Kind && later == b {
		joined.Name = b.Name
	}
	joined.URL, joined.State = orRow(later.URL, other.URL), orRow(toldState(later), toldState(other))
	joined.Page, joined.Service, joined.Via = orRow(later.Page, other.Page), orRow(later.Service, other.Service), orRow(a.Via, b.Via)
	joined.ArtifactID, joined.ToldAt = orRow(a.ArtifactID, b.ArtifactID), latest(a.ToldAt, b.ToldAt)
}

// toldState is the state that a store gave; a tombstone's follows from its last operation.
func toldState(row *models.Deliverable) *models.DeliverableState {
	if row.Deleted() {
		return nil
	}
	return row.State
}

// orRow gives the first of two optional values that is known.
func orRow[T any](first, second *T) *T {
	if first != nil {
		return first
	}
	return second
}
