package deliverable

import (
	"slices"
	"strings"
	"time"

	"vitrine/models"
)

// The list model's fixed numbers.
const (
	maxFilter  = 80 // characters of a filter
	recentRows = 5  // length of the recent band
	recentFrom = 8  // rows below which there is no band
)

// Query says how a list is wanted. The zero query is the plain list: by kind, newest change first.
type Query struct {
	Filter string
	// Kinds narrows the list to some kinds; empty means all.
	Kinds   []models.DeliverableKind
	GroupBy GroupBy
	SortBy  SortBy
	// Zone is the calendar of the day groups; nil is UTC.
	Zone *time.Location
}

// List is one conversation's deliverables as every front end shows them.
type List struct {
	// Nodes are the rows that match, group by group in the wanted order, code last.
	Nodes  []*models.Deliverable
	Groups []Group
	// Recent are the newest rows of any kind; empty while filtering or when the list is short.
	Recent []*models.Deliverable
	Counts Counts // of the whole list, whatever the filter
}

// ListOf makes the list of a conversation's rows; what is not listed is left out.
func ListOf(rows []*models.Deliverable, q Query) List {
	view := ViewOf(rows)
	all := slices.Concat(view.Items, view.Code)
	needle := needleOf(q.Filter)
	matching := slices.DeleteFunc(slices.Clone(all), func(row *models.Deliverable) bool {
		return !matches(row, needle) || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, row.Kind)
	})
	list := List{Groups: groupsOf(arrange(matching, q.SortBy), q), Counts: view.Counts}
	list.Nodes = codeLast(list.Groups)
	if len(matching) == len(all) && len(all) >= recentFrom && needle == "" {
		list.Recent = arrange(all, SortChanged)[:recentRows]
	}
	return list
}

// needleOf prepares a filter: cut, trimmed, case ignored.
func needleOf(filter string) string {
	return strings.ToLower(strings.TrimSpace(cutRunes(strings.TrimSpace(filter), maxFilter)))
}

// matches looks for the needle in the name, in the end of the path and in the helper's name; the kind's word is not searched.
func matches(row *models.Deliverable, needle string) bool {
	for _, text := range []string{row.Name, tail(row.Path), helperOf(row)} {
		if strings.Contains(strings.ToLower(text), needle) {
			return true
		}
	}
	return false
}

// tail gives the last two segments of a path, which is what people remember of it.
func tail(path string) string {
	segments := segmentsOf(path)
	return strings.Join(segments[max(0, len(segments)-2):], "/")
}

// helperOf gives the label of who made the row for the main agent; empty for the main agent's own.
func helperOf(row *models.Deliverable) string {
	if row.Via == nil || row.Kind == models.KindService {
		return ""
	}
	return orElse(row.Via.Name, row.Via.ConversationID)
}

// codeLast flattens groups into one list and folds code to its end.
func codeLast(groups []Group) []*models.Deliverable {
	var items, code []*models.Deliverable
	for _, g := range groups {
		for _, row := range g.Rows {
			if row.Kind == models.KindCode {
				code = append(code, row)
				continue
			}
			items = append(items, row)
		}
	}
	return append(items, code...)
}
