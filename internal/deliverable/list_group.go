package deliverable

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vitrine/models"
)

// GroupBy selects how a list is divided into groups.
type GroupBy string

// The groupings; any other value is by kind.
const (
	GroupKind   GroupBy = "KIND"
	GroupHelper GroupBy = "HELPER"
	GroupDay    GroupBy = "DAY"
	GroupNone   GroupBy = "NONE" // one group in the order of the sort, as a table shows it: code is not last
)

// Group is a number of rows under one heading.
type Group struct {
	// Key is stable across calls: "k:DOC", "h:<helper>", "d:2026-05-28".
	Key string
	// Label is the kind, the helper or the day; empty for the main agent and for rows without a day.
	Label string
	Rows  []*models.Deliverable
}

// groupsOf divides sorted rows into groups; the order inside a group stays.
func groupsOf(rows []*models.Deliverable, q Query) []Group {
	prefix, label, order := grouping(q)
	groups, at := []Group{}, map[string]int{}
	for _, row := range rows {
		name := label(row)
		if _, ok := at[name]; !ok {
			at[name] = len(groups)
			groups = append(groups, Group{Key: prefix + name, Label: name})
		}
		groups[at[name]].Rows = append(groups[at[name]].Rows, row)
	}
	slices.SortStableFunc(groups, order)
	return groups
}

// grouping returns a grouping's key prefix, the label of a row and the order of the groups.
func grouping(q Query) (string, func(*models.Deliverable) string, func(a, b Group) int) {
	switch q.GroupBy {
	case GroupHelper:
		return "h:", helperOf, largestFirst
	case GroupNone:
		return "all", func(*models.Deliverable) string { return "" }, func(Group, Group) int { return 0 }
	case GroupDay:
		return "d:", func(row *models.Deliverable) string { return dayOf(row.LastAt, q.Zone) }, newestDayFirst
	}
	return "k:", func(row *models.Deliverable) string { return string(row.Kind) }, inKindOrder
}

// dayOf returns the calendar day of a time; empty for the zero time.
func dayOf(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	if zone == nil {
		zone = time.UTC
	}
	return at.In(zone).Format(time.DateOnly)
}

func inKindOrder(a, b Group) int {
	return cmp.Compare(kindOrder(models.DeliverableKind(a.Label)), kindOrder(models.DeliverableKind(b.Label)))
}

// largestFirst puts the helper with most rows first and the main agent, which has no label, last.
func largestFirst(a, b Group) int {
	return cmp.Or(unnamedLast(a.Label, b.Label), cmp.Compare(len(b.Rows), len(a.Rows)), cmp.Compare(naturalKey(a.Label), naturalKey(b.Label)),
		strings.Compare(a.Label, b.Label))
}

func newestDayFirst(a, b Group) int {
	return cmp.Or(unnamedLast(a.Label, b.Label), strings.Compare(b.Label, a.Label))
}

func unnamedLast(a, b string) int {
	switch {
	case a == "" && b != "":
		return 1
	case a != "" && b == "":
		return -1
	}
	return 0
}
