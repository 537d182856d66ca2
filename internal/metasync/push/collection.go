package push

import (
	"context"

	"vitrine/internal/metasync"
	"vitrine/models"
)

// collection is one collection with its store. The store's checks and audit lines apply to pushes too.
type collection interface {
	name() string
	rows(ctx context.Context) ([]metasync.Row, error)
	put(ctx context.Context, w metasync.Wanted, present *metasync.Row) error
	// stepAside renames the row to an unused name, and increments its revision.
	stepAside(ctx context.Context, row *metasync.Row) error
	remove(ctx context.Context, id string) error
}

type stored[T any, P row[T]] struct {
	collection string
	store      Store[T, P]
}

// row is a pointer to the model of a declared record.
type row[T any] interface {
	*T
	models.Declared
}

// Store is the store of one kind of declared record. Its checks, locks and audit lines apply to pushes too.
type Store[T any, P row[T]] interface {
	All(ctx context.Context) ([]*T, error)
	Create(ctx context.Context, p P) error
	Update(ctx context.Context, id string, expected *int, change func(P) error) (P, error)
	Delete(ctx context.Context, id string, expected *int) (string, error)
}

// Stores holds the stores of the collections that can be pushed.
type Stores struct {
	Types    Store[models.ArtifactType, *models.ArtifactType]
	Models   Store[models.Model, *models.Model]
	Agents   Store[models.Agent, *models.Agent]
	Projects Store[models.Project, *models.Project]
}

func (k stored[T, P]) name() string { return k.collection }

func (k stored[T, P]) rows(ctx context.Context) ([]metasync.Row, error) {
	found, err := k.store.All(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]metasync.Row, len(found))
	for i, s := range found {
		rows[i] = metasync.RowOf(k.collection, P(s))
	}
	return rows, nil
}

// put creates the row, or updates the one that the plan was made against.
func (k stored[T, P]) put(ctx context.Context, w metasync.Wanted, present *metasync.Row) error {
	want := w.Declared().(P)
	if present == nil {
		return k.store.Create(ctx, want)
	}
	_, err := k.store.Update(ctx, w.ID, &present.Revision, func(p P) error {
		*p = *want
		return nil
	})
	return err
}

func (k stored[T, P]) remove(ctx context.Context, id string) error {
	_, err := k.store.Delete(ctx, id, nil)
	return err
}

func (k stored[T, P]) stepAside(ctx context.Context, row *metasync.Row) error {
	_, err := k.store.Update(ctx, row.ID, &row.Revision, func(p P) error {
		*p.Head().Name = "renamed " + row.ID
		return nil
	})
	row.Revision++
	return err
}
