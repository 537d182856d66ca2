package push

import (
	"context"
	"slices"

	"vitrine/internal/database"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// blame sets who made the conflicting changes and when, from the audit log, in one query.
func (s *Service) blame(ctx context.Context, conflicts []metasync.Conflict) error {
	if len(conflicts) == 0 {
		return nil
	}
	targets, since := metasync.Targets(conflicts)
	var lines []models.AuditEntry
	err := s.db.From(ctx).Where("target IN ? AND at > ?", slices.Compact(slices.Clone(targets)), since).Order("id DESC").Find(&lines).Error
	if err != nil {
		return database.Fault(err, "audit entry")
	}
	metasync.Blame(conflicts, lines)
	return nil
}
