package database

import "context"

// Save writes all columns of a row that was read under a lock, so that a column which is added later is stored too. It
// returns the database's own error, for Fault or IsDuplicate. The row's id must be set.
func (d *DB) Save(ctx context.Context, row any) error {
	return d.From(ctx).Select("*").Updates(row).Error
}
