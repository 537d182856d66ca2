// Package upload stores sessions of unfinished uploads, resumable and direct ones. It streams parts to the object
// store in constant memory, resumes after the last whole part with the stored state of the checksum, and finishes
// what has arrived. It does not know types or versions; package intake decides whether a file is accepted, and calls
// it.
package upload

import (
	"context"
	"log/slog"
	"time"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/models"
	"vitrine/storage"
)

// Lifetimes of a session, a lease and a link.
const (
	sessionLife = 24 * time.Hour   // since something last arrived
	leaseLife   = 30 * time.Second // of the request that is sending, renewed while it sends
	linkLife    = time.Hour        // of a presigned link
)

// Sessions stores the sessions of unfinished uploads.
type Sessions struct {
	db    *database.DB
	store storage.Parts
	keys  *idempotency.Keys
}

// NewSessions returns sessions over a database, with their bytes in an object store.
func NewSessions(db *database.DB, store storage.Parts, keys *idempotency.Keys) *Sessions {
	return &Sessions{db: db, store: store, keys: keys}
}

// Start stores a new session, inside the transaction of ctx when there is one.
func (s *Sessions) Start(ctx context.Context, u *models.PendingUpload) error {
	now := models.Now()
	u.ID, u.ObjectKey, u.State = models.NewID(), storage.NewKey(), models.UploadOpen
	u.CreatedAt, u.UpdatedAt, u.ExpiresAt = now, now, now.Add(sessionLife)
	return database.Fault(s.db.From(ctx).Create(u).Error, "upload")
}

// StartOnce stores a new session once per idempotency key: an equal request returns the session of the first.
func (s *Sessions) StartOnce(ctx context.Context, key idempotency.Request, u *models.PendingUpload) (*models.PendingUpload, error) {
	err := s.db.Tx(ctx, func(ctx context.Context) error {
		earlier, err := s.keys.Earlier(ctx, key)
		if err != nil {
			return err
		}
		if earlier != "" {
			u, err = s.Find(ctx, earlier)
			return err
		}
		if err := s.Start(ctx, u); err != nil {
			return err
		}
		return s.keys.Remember(ctx, key, u.ID)
	})
	return u, err
}

// Find finds a session by id.
func (s *Sessions) Find(ctx context.Context, id string) (*models.PendingUpload, error) {
	id, err := models.ParseID("upload", id)
	if err != nil {
		return nil, err
	}
	var u models.PendingUpload
	return &u, database.Fault(s.db.From(ctx).Take(&u, "id = ?", id).Error, "upload")
}

// Link returns a presigned link for a direct session.
func (s *Sessions) Link(ctx context.Context, u *models.PendingUpload) (storage.Link, error) {
	sum, err := storage.ParseSum(u.SHA256)
	if err != nil {
		return storage.Link{}, err
	}
	return s.store.PresignPut(ctx, u.ObjectKey, *u.SizeBytes, sum, linkLife)
}

// Complete records inside the open transaction that a version was made of the session. For one that was aborted
// meanwhile it returns a fault.
func (s *Sessions) Complete(ctx context.Context, u *models.PendingUpload, versionID string) error {
	done := s.db.From(ctx).Model(u).Where("state = ?", models.UploadOpen).
		Updates(map[string]any{"state": models.UploadCompleted, "version_id": versionID, "updated_at": models.Now()})
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.Conflict("This upload has already ended.").At("uploadId")
	}
	return database.Fault(done.Error, "upload")
}

// Abort ends an open session and deletes what has arrived.
func (s *Sessions) Abort(ctx context.Context, u *models.PendingUpload) error {
	done := s.db.From(ctx).Model(u).Where("state = ?", models.UploadOpen).
		Updates(map[string]any{"state": models.UploadAborted, "updated_at": models.Now()})
	if done.Error != nil {
		return database.Fault(done.Error, "upload")
	}
	if done.RowsAffected == 0 {
		return nil // it has ended already
	}
	return s.forget(ctx, u)
}

// Expire aborts the sessions that have received nothing for their lifetime, and returns their number.
func (s *Sessions) Expire(ctx context.Context) (int, error) {
	var old []*models.PendingUpload
	err := s.db.From(ctx).Where("state = ? AND expires_at < ?", models.UploadOpen, models.Now()).Limit(500).Find(&old).Error
	if err != nil {
		return 0, database.Fault(err, "upload")
	}
	for _, u := range old {
		if err := s.Abort(ctx, u); err != nil {
			slog.WarnContext(ctx, "aborting an expired upload failed; will retry", "upload", u.ID, "error", err)
		}
	}
	return len(old), nil
}

// forget deletes a session's bytes from the object store.
func (s *Sessions) forget(ctx context.Context, u *models.PendingUpload) error {
	if u.MultipartID != "" {
		if err := s.store.Abort(ctx, u.ObjectKey, u.MultipartID); err != nil {
			return err
		}
	}
	return s.store.Delete(ctx, u.ObjectKey)
}

func ended(u *models.PendingUpload) error {
	if u.State == models.UploadOpen {
		return nil
	}
	return fault.Conflict("This upload has ended (%s).", u.State).At("uploadId").Try("Start a new one.")
}
