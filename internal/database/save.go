package database

import "context"

// Save writes all columns of a row that was read under a lock, whatever a caller changed in it, so that a field which
// is added later is stored too. It returns the database's own error, which Fault or IsDuplicate reads. Its id must be
// set.
func (d *DB) Save(ctx context.Context, row any) error {
	return d.From(ctx).Select("*").Updates(row).Error
}
