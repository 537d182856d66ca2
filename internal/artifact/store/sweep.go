package store

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/models"
)

// Times of the sweep.
const (
	sweepGrace = 24 * time.Hour     // how long a content may exist without a version
	sweptKept  = 7 * 24 * time.Hour // how long it can be restored after that
	sweepBatch = 500
)

// Sweep moves contents to swept_blobs that no version has referred to for a grace period, and deletes the objects of
// those that were swept a week ago. It uses the database alone and never lists the object store, so that an
// incomplete listing cannot make it delete. A content that an upload links at the same time is spared, because both
// lock its row.
func (b *Blobs) Sweep(ctx context.Context) (swept, deleted int, err error) {
	if swept, err = b.sweepOut(ctx, models.Now().Add(-sweepGrace)); err != nil {
		return swept, 0, err
	}
	deleted, err = b.deleteSwept(ctx, models.Now().Add(-sweptKept))
	return swept, deleted, err
}

// sweepOut moves contents that were last referenced before a time, and are not now, to swept_blobs.
func (b *Blobs) sweepOut(ctx context.Context, before time.Time) (swept int, err error) {
	err = b.db.Tx(ctx, func(ctx context.Context) error {
		var rows []models.Blob
		err := b.db.From(ctx).Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}).
			Where("last_referenced_at < ? AND NOT EXISTS (SELECT 1 FROM artifact_versions v WHERE v.sha256 = blobs.sha256)", before).
			Limit(sweepBatch).Find(&rows).Error
		if err != nil || len(rows) == 0 {
			return database.Fault(err, "content")
		}
		out := make([]models.SweptBlob, len(rows))
		for i, r := range rows {
			out[i] = models.SweptBlob{SHA256: r.SHA256, SizeBytes: r.SizeBytes, Bytes: r.Bytes, ObjectKey: r.ObjectKey, SweptAt: models.Now()}
		}
		if err := b.db.From(ctx).Create(&out).Error; err != nil {
			return database.Fault(err, "content")
		}
		swept = len(rows)
		return database.Fault(b.db.From(ctx).Delete(&rows).Error, "content")
	})
	return swept, err
}

// deleteSwept deletes the objects of contents that were swept before a time. Each object has its own key, so none of
// them can belong to a content that was received later.
func (b *Blobs) deleteSwept(ctx context.Context, before time.Time) (int, error) {
	var rows []models.SweptBlob
	if err := b.db.From(ctx).Where("swept_at < ?", before).Limit(sweepBatch).Find(&rows).Error; err != nil {
		return 0, database.Fault(err, "content")
	}
	for i := range rows {
		if rows[i].ObjectKey != "" {
			if err := b.store.Delete(ctx, rows[i].ObjectKey); err != nil {
				return i, fmt.Errorf("delete a swept object: %w", err)
			}
		}
		if err := b.db.From(ctx).Delete(&rows[i]).Error; err != nil {
			return i, database.Fault(err, "content")
		}
	}
	return len(rows), nil
}

// Unsweep restores a swept content that is needed again within the week.
func (b *Blobs) Unsweep(ctx context.Context, sha256 string) error {
	return b.db.Tx(ctx, func(ctx context.Context) error {
		var row models.SweptBlob
		if err := b.db.From(ctx).Where("sha256 = ?", sha256).Order("swept_at DESC").Take(&row).Error; err != nil {
			return database.Fault(err, "swept content")
		}
		now := models.Now()
		back := models.Blob{SHA256: row.SHA256, SizeBytes: row.SizeBytes, Bytes: row.Bytes, ObjectKey: row.ObjectKey, LastReferencedAt: now, CreatedAt: now}
		done := b.db.From(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&back)
		if done.Error != nil || done.RowsAffected == 0 {
			return database.Fault(done.Error, "content") // a newer copy is in use: nothing to restore
		}
		slog.InfoContext(ctx, "restored a swept content", "sha256", sha256)
		return database.Fault(b.db.From(ctx).Delete(&row).Error, "content")
	})
}
