package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
	"vitrine/storage/s3"
)

// child is a private part that may end by itself and is then started again.
type child interface {
	Done() <-chan struct{}
	Restart(ctx context.Context) error
}

// supervise restarts the private Postgres and the private store when they exit unexpectedly.
func (a *App) supervise(ctx context.Context) {
	if a.postgres != nil {
		go keepAlive(ctx, "private Postgres", a.postgres)
	}
	if a.gateway != nil {
		go keepAlive(ctx, "private store", a.gateway)
	}
}

func keepAlive(ctx context.Context, name string, c child) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.Done():
		}
		if ctx.Err() != nil {
			return
		}
		slog.ErrorContext(ctx, "a private process exited; restarting it", "part", name)
		startCtx, cancel := context.WithTimeout(ctx, privatePatience)
		err := c.Restart(startCtx)
		cancel()
		if err != nil {
			slog.ErrorContext(ctx, "restarting a private process failed; will retry", "part", name, "error", err)
			time.Sleep(time.Second)
		}
	}
}

// lockData keeps a second server out of the data folder: it would end the first one's Postgres. The lock goes with the
// process, however it ends.
func (a *App) lockData() error {
	if a.lock != nil {
		return nil
	}
	if err := os.MkdirAll(a.cfg.DataDir, 0o711); err != nil { //nolint:gosec // the user that Postgres runs as must pass through
		return fault.Invalid("VITRINE_DATA_DIR", "The data folder %s cannot be made.", a.cfg.DataDir).Because(err)
	}
	f, err := os.OpenFile(filepath.Join(a.cfg.DataDir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fault.Invalid("VITRINE_DATA_DIR", "The data folder %s cannot be written.", a.cfg.DataDir).Because(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil { //nolint:gosec // a file descriptor fits
		_ = f.Close()
		return fault.Conflict("Another Vitrine uses the data folder %s.", a.cfg.DataDir).
			Try("Stop it, or choose another VITRINE_DATA_DIR.", "For several replicas set DATABASE_URL and S3_ENDPOINT.")
	}
	a.lock = f
	return nil
}

// awaitStore makes the bucket, waiting for the store to answer for as long as ctx allows.
func awaitStore(ctx context.Context, s *s3.Store) error {
	for attempt := 0; ; attempt++ {
		err := s.EnsureBucket(ctx)
		if err == nil {
			return nil
		}
		if attempt == 0 {
			slog.WarnContext(ctx, "waiting for the object store", "error", fault.As(err).Unwrap())
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// guard makes sure that database and bucket belong together.
func (a *App) guard(ctx context.Context) error {
	id, err := database.Setting(ctx, a.db, "store_guard", uuid.NewString())
	if err != nil {
		return err
	}
	var known int64
	err = a.db.From(ctx).Model(&models.Blob{}).Where("object_key <> ''").Limit(1).Count(&known).Error
	if err != nil {
		return database.Fault(err, "content")
	}
	return storage.CheckGuard(ctx, a.store, id, known > 0)
}

// housekeep warms what is slow at its first use, then sweeps once an hour.
func (a *App) housekeep(ctx context.Context) {
	if err := a.services.Acts.Dispatcher.Warm(); err != nil {
		slog.WarnContext(ctx, "the PDF engine did not start; PDF tools will try again", "error", err)
	}
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		a.sweep(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweep deletes what is no longer needed: idempotency keys, uploads that were given up, contents without a version, old
// events.
func (a *App) sweep(ctx context.Context) {
	expired, err1 := a.services.Stores.Uploads.Expire(ctx)
	swept, deleted, err2 := a.services.Stores.Artifacts.Sweep(ctx)
	trimmed, err3 := a.services.Stores.Log.Trim(ctx, models.Now().Add(-a.cfg.EventRetention))
	if err := errors.Join(err1, err2, err3, a.services.Stores.Idempotency.Forget(ctx)); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "the sweep did not finish; will retry in an hour", "error", err)
	}
	if expired+swept+deleted > 0 || trimmed > 0 {
		slog.InfoContext(ctx, "swept", "expiredUploads", expired, "contentsOutOfUse", swept, "objectsDeleted", deleted, "eventsTrimmed", trimmed)
	}
}
