package push

import (
	"context"

	"vitrine/internal/auth"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// Export returns the records of some collections, of all when none is named, in the form of a push: in the reference's
// spelling, fields in a fixed order, references as look-ups by name, each record after those that it refers to.
func (s *Service) Export(ctx context.Context, collections []string) ([]models.JSON, error) {
	if _, err := auth.Require(ctx, auth.ReadMetadata); err != nil {
		return nil, err
	}
	chosen, err := metasync.ChooseCollections(collections)
	if err != nil {
		return nil, err
	}
	var rows []metasync.Row
	err = s.db.Tx(ctx, func(ctx context.Context) (err error) { // one snapshot of all collections
		if _, err = s.ledger.revision(ctx); err == nil {
			rows, err = s.rows(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return metasync.Exported(rows, chosen), nil
}

func (s *Service) rows(ctx context.Context) (all []metasync.Row, err error) {
	for _, c := range s.collections {
		rows, err := c.rows(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}
