package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// Arrived checks the size and checksum of a file that has arrived. A mismatch is a fault, and the session is aborted
// unless more bytes may still arrive.
func (s *Sessions) Arrived(ctx context.Context, u *models.PendingUpload) (*storage.Received, error) {
	if err := ended(u); err != nil {
		return nil, err
	}
	got, err := s.arrived(ctx, u)
	if err != nil {
		return nil, err
	}
	return got, s.verify(ctx, u, got)
}

// Settle creates the object of a file that has arrived. When the content is already stored it deletes what has
// arrived, unless that is the stored object: another completion of this session was faster. It may run several times
// at once for one session.
func (s *Sessions) Settle(ctx context.Context, u *models.PendingUpload, got *storage.Received, keptAt string, known bool) error {
	switch {
	case known:
		got.Known, got.ObjectKey = true, ""
		if keptAt == u.ObjectKey {
			return nil
		}
		return s.forget(ctx, u)
	case u.Direct:
		return nil
	}
	return s.store.Finish(ctx, u.ObjectKey, u.MultipartID, u.Parts)
}

func (s *Sessions) arrived(ctx context.Context, u *models.PendingUpload) (*storage.Received, error) {
	if u.Direct {
		return s.reread(ctx, u)
	}
	if u.ReceivedBytes == 0 || u.SizeBytes != nil && u.ReceivedBytes < *u.SizeBytes {
		return nil, fault.Invalid("uploadId", "Only %d bytes have arrived.", u.ReceivedBytes).With("offset", u.ReceivedBytes).
			Try("Continue from this offset, then complete the upload.")
	}
	h, err := restore(u.HashState)
	if err != nil {
		return nil, err
	}
	return &storage.Received{SHA256: hex.EncodeToString(h.Sum(nil)), SizeBytes: u.ReceivedBytes, ObjectKey: u.ObjectKey, Kept: true}, nil
}

// reread trusts nothing that was announced: size, checksum and head come from the stored bytes.
func (s *Sessions) reread(ctx context.Context, u *models.PendingUpload) (*storage.Received, error) {
	o, err := s.store.Open(ctx, u.ObjectKey)
	if fault.Is(err, fault.CodeNotFound) {
		return nil, fault.Invalid("uploadId", "Nothing has arrived at the link.").Because(err).Try("Send the file to the link, then complete the upload.")
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }()
	h, head := sha256.New(), make([]byte, storage.HeadBytes)
	n, err := io.ReadFull(o, head)
	if err != nil && n == 0 {
		return nil, fault.Invalid("uploadId", "An empty file has arrived.").Because(err)
	}
	u.Head = head[:n]
	rest, err := io.Copy(h, io.MultiReader(bytes.NewReader(u.Head), o))
	if err != nil {
		return nil, fault.Unavailable("object store", err)
	}
	return &storage.Received{SHA256: hex.EncodeToString(h.Sum(nil)), SizeBytes: rest, ObjectKey: u.ObjectKey, Kept: true}, nil
}

func (s *Sessions) verify(ctx context.Context, u *models.PendingUpload, got *storage.Received) error {
	var wrong *fault.Fault
	switch {
	case u.SizeBytes != nil && got.SizeBytes != *u.SizeBytes:
		wrong = fault.Invalid("sizeBytes", "%d bytes have arrived, not the %d that were announced; nothing was stored.", got.SizeBytes, *u.SizeBytes)
	case u.SHA256 != "" && !strings.EqualFold(got.SHA256, u.SHA256):
		wrong = fault.Invalid("sha256", "The file that arrived has the sha256 %s, not the %s that was announced; nothing was stored.", got.SHA256, u.SHA256)
	default:
		return nil
	}
	if err := s.Abort(ctx, u); err != nil {
		return err
	}
	return wrong.Try("Start a new upload.")
}
