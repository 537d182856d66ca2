package push

import (
	"context"

	"vitrine/internal/metasync"
	"vitrine/models"
)

// collection is one collection with its storage. The store's own rules and audit lines hold for pushes too.
type collection interface {
	name() string
	rows(ctx context.Context) ([]metasync.Row, error)
	put(ctx context.Context, w metasync.Wanted, present *metasync.Row) error
	// stepAside changes the row's name to one that nobody has, and counts the change in the row.
	stepAside(ctx context.Context, row *metasync.Row) error
	remove(ctx context.Context, id string) error
}

type kept[T any, P noun[T]] struct {
	collection string
	store      Store[T, P]
}

// noun is a pointer to a declared noun.
type noun[T any] interface {
	*T
	models.Declared
}

// Store keeps one declared noun. Its own checks, locks and audit lines hold for pushes too.
type Store[T any, P noun[T]] interface {
	All(ctx context.Context) ([]*T, error)
	Create(ctx context.Context, p P) error
	Update(ctx context.Context, id string, expected *int, change func(P) error) (P, error)
	Delete(ctx context.Context, id string, expected *int) (string, error)
}

// Stores keep what can be pushed.
type Stores struct {
	Types    Store[models.ArtifactType, *models.ArtifactType]
	Models   Store[models.Model, *models.Model]
	Agents   Store[models.Agent, *models.Agent]
	Projects Store[models.Project, *models.Project]
}

func (k kept[T, P]) name() string { return k.collection }

func (k kept[T, P]) rows(ctx context.Context) ([]metasync.Row, error) {
	stored, err := k.store.All(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]metasync.Row, len(stored))
	for i, s := range stored {
		rows[i] = metasync.RowOf(k.collection, P(s))
	}
	return rows, nil
}

// put creates the row, or changes the one that the plan was made against.
func (k kept[T, P]) put(ctx context.Context, w metasync.Wanted, present *metasync.Row) error {
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

func (k kept[T, P]) remove(ctx context.Context, id string) error {
	_, err := k.store.Delete(ctx, id, nil)
	return err
}

func (k kept[T, P]) stepAside(ctx context.Context, row *metasync.Row) error {
	_, err := k.store.Update(ctx, row.ID, &row.Revision, func(p P) error {
		*p.Head().Name = "renamed " + row.ID
		return nil
	})
	row.Revision++
	return err
}
