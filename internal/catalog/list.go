package catalog

import (
	"context"

	"vitrine/internal/database"
	"vitrine/models"
)

// Column is what a list of nouns is sorted by.
type Column string

// The columns that a list can be sorted by; ByPriority is of artifact types.
const (
	ByName      Column = "name"
	ByUpdatedAt Column = "updated_at"
	ByPriority  Column = "priority"
)

// Filter narrows a list. Text is searched in the name, and in an artifact type's content type too. The other fields
// are for artifact types only.
type Filter struct {
	Text           *string
	SystemSupplied *bool
	Enabled        *bool
}

// List returns one page of rows.
func (s *Store[T, P]) List(ctx context.Context, f Filter, by Column, desc bool, args models.PageArgs) (*models.Connection[T], error) {
	q := database.Containing(s.query(ctx), f.Text, s.searched...)
	q = database.Equal(database.Equal(q, "system_supplied", f.SystemSupplied), "enabled", f.Enabled)
	return database.Page(ctx, q, args, database.Order[T]{Column: string(by), Desc: desc, Value: func(row *T) (any, string) {
		return valueOf(P(row), by), *P(row).Head().ID
	}})
}

func valueOf(row models.Declared, by Column) any {
	switch t, isType := row.(*models.ArtifactType); {
	case by == ByPriority && isType:
		return t.Priority
	case by == ByUpdatedAt:
		return *row.Head().UpdatedAt
	}
	return *row.Head().Name
}
