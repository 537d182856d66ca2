package store

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"time"

	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// Blobs stores the bytes of contents, each in the database or in the object store.
type Blobs struct {
	db    *database.DB
	store storage.Store
}

// NewBlobs returns a store of contents.
func NewBlobs(db *database.DB, store storage.Store) *Blobs { return &Blobs{db: db, store: store} }

// Known reports whether a content is already stored.
func (b *Blobs) Known(ctx context.Context, sha256 string) (bool, error) {
	var n int64
	err := b.db.From(ctx).Model(&models.Blob{}).Where("sha256 = ?", sha256).Count(&n).Error
	return n > 0, database.Fault(err, "content")
}

// KeptAt returns the object key under which a content is stored, empty for the database. known is false when it is
// not stored.
func (b *Blobs) KeptAt(ctx context.Context, sha256 string) (objectKey string, known bool, err error) {
	var keys []string
	err = b.db.From(ctx).Model(&models.Blob{}).Where("sha256 = ?", sha256).Pluck("object_key", &keys).Error
	if err != nil || len(keys) == 0 {
		return "", false, database.Fault(err, "content")
	}
	return keys[0], true, nil
}

// link records inside the open transaction that a version uses a received content. When an equal one was stored
// meanwhile, the object just received is deleted after the commit.
func (b *Blobs) link(ctx context.Context, in *storage.Received) error {
	if in.Spare != "" {
		database.AfterCommit(ctx, func() { b.discard(ctx, in.Spare) })
	}
	now := models.Now()
	row := models.Blob{SHA256: in.SHA256, SizeBytes: in.SizeBytes, Bytes: in.Bytes, ObjectKey: in.ObjectKey, LastReferencedAt: now, CreatedAt: now}
	if in.Known {
		return b.touch(ctx, &row)
	}
	err := b.db.From(ctx).Clauses(
		clause.OnConflict{Columns: []clause.Column{{Name: "sha256"}}, DoUpdates: clause.AssignmentColumns([]string{"last_referenced_at"})},
		clause.Returning{},
	).Create(&row).Error
	if err != nil {
		return database.Fault(err, "content")
	}
	if in.ObjectKey != "" && row.ObjectKey != in.ObjectKey {
		database.AfterCommit(ctx, func() { b.discard(ctx, in.ObjectKey) })
	}
	return nil
}

// touch records that a known content is used again; one that was swept meanwhile must be sent again.
func (b *Blobs) touch(ctx context.Context, row *models.Blob) error {
	done := b.db.From(ctx).Model(row).Update("last_referenced_at", row.LastReferencedAt)
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.Conflict("This content has just been deleted because nothing used it.").Try("Send the file again.")
	}
	return database.Fault(done.Error, "content")
}

// Discard deletes the object of a received content that will not be used: the transaction failed, or an equal one is
// stored.
func (b *Blobs) Discard(ctx context.Context, in *storage.Received) {
	if in != nil && in.ObjectKey != "" && !in.Kept {
		b.discard(ctx, in.ObjectKey)
	}
}

func (b *Blobs) discard(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	if err := b.store.Delete(ctx, key); err != nil {
		slog.WarnContext(ctx, "deleting an unused object failed", "key", key, "error", err)
	}
}

// Open returns the bytes of a content.
func (b *Blobs) Open(ctx context.Context, sha256 string) (storage.Object, error) {
	var row models.Blob
	if err := b.db.From(ctx).Take(&row, "sha256 = ?", sha256).Error; err != nil {
		return nil, database.Fault(err, "content")
	}
	if row.ObjectKey == "" {
		return inMemory{bytes.NewReader(row.Bytes)}, nil
	}
	return b.store.Open(ctx, row.ObjectKey)
}

// Read returns at most limit bytes of a content from its start.
func (b *Blobs) Read(ctx context.Context, sha256 string, limit int64) ([]byte, error) {
	o, err := b.Open(ctx, sha256)
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }()
	content, err := io.ReadAll(io.LimitReader(o, limit))
	return content, unavailable(err)
}

type inMemory struct{ *bytes.Reader }

// Close does nothing.
func (inMemory) Close() error { return nil }
