package metasync

import (
	"time"

	"vitrine/models"
)

// Targets returns the audit log's name of each conflicting record, in the order of the conflicts, and the time of the
// oldest push that they conflict with.
func Targets(conflicts []Conflict) (targets []string, since time.Time) {
	for _, c := range conflicts {
		targets = append(targets, kindCalled(c.Collection).target(c.recordID))
		if since.IsZero() || c.since.Before(since) {
			since = c.since
		}
	}
	return targets, since
}

// Blame fills in who made the conflicting changes and when, from audit lines sorted newest first.
func Blame(conflicts []Conflict, newestFirst []models.AuditEntry) {
	targets, _ := Targets(conflicts)
	for i := range conflicts {
		conflicts[i].ChangedBy, conflicts[i].ChangedAt = changerOf(conflicts[i], targets[i], newestFirst)
	}
}

// changerOf returns who made the newest change of a conflict's field, and when. Without such a line it returns the
// newest line of the record, and without any an empty name and the time of the last push.
func changerOf(c Conflict, target string, newestFirst []models.AuditEntry) (string, time.Time) {
	by, when := "", c.since
	for _, line := range newestFirst {
		if line.Target != target || !line.At.After(c.since) {
			continue
		}
		if changed(c, line) {
			return line.Actor, line.At
		}
		if by == "" {
			by, when = line.Actor, line.At
		}
	}
	return by, when
}

// changed reports whether an audit line is about the field of a conflict.
func changed(c Conflict, line models.AuditEntry) bool {
	var kept struct{ Before, After models.JSON }
	if line.Details.Decode(&kept) != nil || kept.Before.IsNull() {
		return c.Present.IsNull()
	}
	k := kindCalled(c.Collection)
	before, err := k.decode(kept.Before)
	if err != nil {
		return false
	}
	after, err := k.decode(kept.After)
	return err == nil && !same(before.Fields[c.Field], after.Fields[c.Field])
}
