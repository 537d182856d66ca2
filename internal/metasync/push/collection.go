package push

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/metasync"
)

// collection is one collection with its storage. The store's own rules and audit lines hold for pushes too.
type collection interface {
	name() string
	rows(ctx context.Context) ([]metasync.Row, error)
	put(ctx context.Context, w metasync.Wanted, present *metasync.Row) error
	// stepAside gives up the row's name for one that nobody has, and counts the change in the row.
	stepAside(ctx context.Context, row *metasync.Row) error
	remove(ctx context.Context, id string) error
}

type kept[T any, P catalog.Noun[T]] struct {
	collection string
	store      *catalog.Store[T, P]
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
