package deliverable

import (
	"cmp"
	"slices"

	"vitrine/models"
)

// The budgets of one conversation's list. All kinds share MaxRows; code may use at most MaxCode of them, and only
// what the other kinds leave. Pages that were merely shown have a small budget of their own.
const (
	MaxRows = 500
	MaxCode = 300
)

// Budget decides which of all rows of a conversation are listed, and returns those whose Evicted it changed. Evicted
// rows keep their history and are listed again when they change or when there is room, so the result depends on the
// rows alone and not on the order in which they came.
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

// admit lists the newest rows up to a limit, and returns the rows whose Evicted it changed.
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
