package push

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// ledger stores what each source pushed last, and the revision of all metadata.
type ledger struct{ db *database.DB }

// entry is one row of the ledger.
type entry struct {
	Source     string
	Collection string
	RecordID   string
	Fields     map[string]models.JSON `gorm:"serializer:json"`
	At         time.Time
}

// TableName names the table.
func (entry) TableName() string { return "metadata_pushes" }

// revision returns the revision. Within a transaction it blocks every other change of metadata until the end.
func (l ledger) revision(ctx context.Context) (n int64, err error) {
	err = l.db.From(ctx).Raw("SELECT revision FROM metadata_revision FOR UPDATE").Scan(&n).Error
	return n, database.Fault(err, "metadata revision")
}

// expect returns the revision, or the fault for a caller that planned against another one.
func (l ledger) expect(ctx context.Context, expected *int64) (int64, error) {
	have, err := l.revision(ctx)
	if err == nil && expected != nil && *expected != have {
		err = fault.Conflict("Metadata was changed in the meantime: it is at revision %d, and revision %d was expected.", have, *expected).
			At("expectedRevision").With("revision", have).Try("Plan again with a dry run, then push.")
	}
	return have, err
}

// last returns what a source pushed last, record by record.
func (l ledger) last(ctx context.Context, source string) ([]metasync.Pushed, error) {
	var rows []entry
	if err := l.db.From(ctx).Where("source = ?", source).Order("at").Find(&rows).Error; err != nil {
		return nil, database.Fault(err, "push")
	}
	last := make([]metasync.Pushed, len(rows))
	for i, r := range rows {
		for field, value := range r.Fields {
			r.Fields[field] = metasync.Canonical(value)
		}
		last[i] = metasync.Pushed{Collection: r.Collection, RecordID: r.RecordID, Fields: r.Fields, At: r.At}
	}
	return last, nil
}

// note stores what a source has pushed, in batches of 500 rows.
func (l ledger) note(ctx context.Context, source string, wanted []metasync.Wanted) error {
	if len(wanted) == 0 {
		return nil
	}
	rows, now := make([]entry, len(wanted)), models.Now()
	for i, w := range wanted {
		rows[i] = entry{Source: source, Collection: w.Collection, RecordID: w.ID, Fields: w.Fields, At: now}
	}
	replace := clause.OnConflict{
		Columns:   []clause.Column{{Name: "source"}, {Name: "collection"}, {Name: "record_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"fields", "at"}),
	}
	return database.Fault(l.db.From(ctx).Clauses(replace).CreateInBatches(rows, 500).Error, "push")
}

// forget deletes the entries of a record that a push deleted, of every source, so that pushing it again is not a
// conflict.
func (l ledger) forget(ctx context.Context, collection, id string) error {
	err := l.db.From(ctx).Where("collection = ? AND record_id = ?", collection, id).Delete(&entry{}).Error
	return database.Fault(err, "push")
}
