package deliverable

import (
	"cmp"
	"slices"

	"vitrine/models"
)

// Counts are the lengths of a list.
type Counts struct {
	Items int  // everything but code
	Code  int  // folded behind its count
	Total int  // both
	Full  bool // a budget is used up: older rows may not be listed
}

// CountsOf returns the counts of a list from the numbers of its items and its code.
func CountsOf(items, code int) Counts {
	return Counts{Items: items, Code: code, Total: items + code, Full: items+code >= MaxRows || code >= MaxCode}
}

// View holds the listed rows in view order, code apart.
type View struct {
	Items  []*models.Deliverable
	Code   []*models.Deliverable
	Counts Counts
}

// ViewOf sorts the listed rows: by kind, then the newest change first, then by key.
func ViewOf(rows []*models.Deliverable) View {
	var v View
	for _, row := range rows {
		switch {
		case !row.Listed():
		case row.Kind == models.KindCode:
			v.Code = append(v.Code, row)
		default:
			v.Items = append(v.Items, row)
		}
	}
	slices.SortFunc(v.Items, func(a, b *models.Deliverable) int {
		return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), newestFirst(a, b))
	})
	slices.SortFunc(v.Code, newestFirst)
	v.Counts = CountsOf(len(v.Items), len(v.Code))
	return v
}

// kindOrder returns a kind's position in the view; code is last.
func kindOrder(kind models.DeliverableKind) int { return slices.Index(models.DeliverableKinds, kind) }
