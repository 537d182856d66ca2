package deliverable

import (
	"cmp"
	"slices"

	"vitrine/models"
)

// The budgets of one conversation's list. Documents and everything else share the whole; code has a share inside it
// that it never leaves, so that code can never push out a document. Pages that were merely shown have a small one of
// their own.
const (
	MaxRows = 500
	MaxCode = 300
)

// Budget judges which rows fit, given all rows of a conversation, and returns those whose standing changed. Rows
// outside are kept with their history and come back when they are touched or room is made, so the standing depends on
// the rows alone and not on the order in which they came.
func Budget(rows []*models.Deliverable) []*models.Deliverable {
	var items, code, shown []*models.Deliverable
	for _, row := range rows {
		switch {
		case row.Deleted():
		case isPresented(row):
			shown = append(shown, row)
		case row.Kind == models.KindCode:
			code = append(code, row)
		default:
			items = append(items, row)
		}
	}
	room := max(0, min(MaxCode, MaxRows-len(items)))
	return slices.Concat(admit(items, MaxRows), admit(code, room), admit(shown, maxPresented))
}

// admit lets the newest rows in and returns those that were not where they now are.
func admit(rows []*models.Deliverable, room int) []*models.Deliverable {
	slices.SortFunc(rows, newestFirst)
	var changed []*models.Deliverable
	for i, row := range rows {
		if evicted := i >= room; evicted != row.Evicted {
			row.Evicted = evicted
			changed = append(changed, row)
		}
	}
	return changed
}

// newestFirst orders by last change, then by key.
func newestFirst(a, b *models.Deliverable) int {
	return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Key, b.Key))
}
