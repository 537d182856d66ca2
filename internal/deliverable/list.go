package deliverable

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/models"
)

// The list model's fixed numbers.
const (
	maxFilter  = 80 // characters of a filter
	recentRows = 5  // length of the recent band
	recentFrom = 8  // shorter lists have no band
)

// Query selects, groups and sorts a list. The zero query returns all rows by kind, newest change first.
type Query struct {
	Filter string
	// Kinds narrows the list to some kinds; empty means all.
	Kinds []models.DeliverableKind
	// Helper narrows the list to one helper's rows, by its label; empty means the main agent, nil all.
	Helper  *string
	GroupBy GroupBy
	SortBy  SortBy
	Reverse bool // reverses the order of the rows
	// Zone is the time zone of the day groups; nil is UTC.
	Zone *time.Location
}

// List is one conversation's deliverables as every front end shows them.
type List struct {
	// Nodes are the rows that match, group by group, code last.
	Nodes  []*models.Deliverable
	Groups []Group
	// Recent are the newest rows of any kind; empty while filtering or when the list is short.
	Recent []*models.Deliverable
	Counts Counts // of the whole list, whatever the filter
	// Filtered says that the query narrows the list, Matching how many rows of it are code.
	Filtered     bool
	MatchingCode int
}

// ListOf makes the list of a conversation's rows; rows that are not listed are left out.
func ListOf(rows []*models.Deliverable, q Query) List {
	view := ViewOf(rows)
	all := slices.Concat(view.Items, view.Code)
	matching := q.matching(all)
	list := List{Groups: groupsOf(arrange(matching, q.SortBy, q.Reverse), q), Counts: view.Counts, Filtered: q.narrows()}
	list.Nodes = codeLast(list.Groups)
	if q.GroupBy == GroupNone {
		list.Nodes = arrange(matching, q.SortBy, q.Reverse)
	}
	for _, row := range matching {
		if row.Kind == models.KindCode {
			list.MatchingCode++
		}
	}
	if !list.Filtered && len(all) >= recentFrom {
		list.Recent = arrange(all, SortChanged, false)[:recentRows]
	}
	return list
}

// narrows reports whether a query leaves anything out.
func (q *Query) narrows() bool {
	return needleOf(q.Filter) != "" || len(q.Kinds) > 0 || q.Helper != nil
}

func (q *Query) matching(all []*models.Deliverable) []*models.Deliverable {
	needle := needleOf(q.Filter)
	return slices.DeleteFunc(slices.Clone(all), func(row *models.Deliverable) bool {
		switch {
		case len(q.Kinds) > 0 && !slices.Contains(q.Kinds, row.Kind):
			return true
		case q.Helper != nil && helperOf(row) != *q.Helper:
			return true
		}
		return !matches(row, needle)
	})
}

// CountLine returns the length of a list as tokens: items, and code when there is some; of a narrowed list, what
// matches.
func (l *List) CountLine() []string {
	if l.Filtered {
		return countTokens("matches", len(l.Nodes), l.MatchingCode)
	}
	return countTokens("items", l.Counts.Items, l.Counts.Code)
}

func countTokens(noun string, n, code int) []string {
	tokens := []string{noun + ":" + strconv.Itoa(n)}
	if code > 0 {
		tokens = append(tokens, "code:"+strconv.Itoa(code))
	}
	return tokens
}

// needleOf prepares a filter: cut, trimmed, case ignored.
func needleOf(filter string) string {
	return strings.ToLower(strings.TrimSpace(cutRunes(strings.TrimSpace(filter), maxFilter)))
}

// matches searches for the needle in the name, in the end of the path and in the helper's name, not in the kind's
// word.
func matches(row *models.Deliverable, needle string) bool {
	for _, text := range []string{row.Name, tail(row.Path), helperOf(row)} {
		if strings.Contains(strings.ToLower(text), needle) {
			return true
		}
	}
	return false
}

// tail returns the last two segments of a path, which is what people remember of it.
func tail(path string) string {
	segments := segmentsOf(path)
	return strings.Join(segments[max(0, len(segments)-2):], "/")
}

// helperOf returns the label of the helper that made the row; empty for the main agent.
func helperOf(row *models.Deliverable) string {
	if row.Via == nil || row.Kind == models.KindService {
		return ""
	}
	return cmp.Or(row.Via.Name, row.Via.ConversationID)
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
