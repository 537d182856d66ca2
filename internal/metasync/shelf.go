package metasync

import (
	"context"

	"vitrine/internal/catalog"
)

// shelf is one collection with its storage. The store's own rules and audit lines hold for pushes too.
type shelf interface {
	kind
	rows(ctx context.Context) ([]Row, error)
	put(ctx context.Context, w Wanted, present *Row) error
	// stepAside gives up the row's name for one that nobody has, and counts the change in the row.
	stepAside(ctx context.Context, row *Row) error
	remove(ctx context.Context, id string) error
}

type kept[T any, P declared[T]] struct {
	*noun[T, P]
	store *catalog.Store[T, P]
}

func (k kept[T, P]) rows(ctx context.Context) ([]Row, error) {
	stored, err := k.store.All(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(stored))
	for i, s := range stored {
		rows[i] = k.row(P(s))
	}
	return rows, nil
}

// put creates the row, or changes the one that the plan was made against.
func (k kept[T, P]) put(ctx context.Context, w Wanted, present *Row) error {
	want := w.declared.(P)
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

func (k kept[T, P]) stepAside(ctx context.Context, row *Row) error {
	_, err := k.store.Update(ctx, row.ID, &row.Revision, func(p P) error {
		*p.Head().Name = "renamed " + row.ID
		return nil
	})
	row.Revision++
	return err
}
