package metasync

import (
	"context"
	"slices"
	"time"

	"vitrine/internal/database"
	"vitrine/models"
)

// blame fills in who made the conflicting changes and when, from the audit log, in one query.
func (s *Service) blame(ctx context.Context, conflicts []Conflict) error {
	if len(conflicts) == 0 {
		return nil
	}
	targets, since := make([]string, len(conflicts)), conflicts[0].since
	for i, c := range conflicts {
		targets[i] = kindCalled(c.Collection).target(c.recordID)
		if c.since.Before(since) {
			since = c.since
		}
	}
	var lines []models.AuditEntry
	err := s.db.From(ctx).Where("target IN ? AND at > ?", slices.Compact(targets), since).Order("id DESC").Find(&lines).Error
	if err != nil {
		return database.Fault(err, "audit entry")
	}
	for i := range conflicts {
		conflicts[i].ChangedBy, conflicts[i].ChangedAt = changerOf(conflicts[i], targets[i], lines)
	}
	return nil
}

// changerOf finds the newest line, newest first, that changed the field of a conflict; without one it takes the newest line
// of the record, and without any the instant of the last push, by nobody.
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
