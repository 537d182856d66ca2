package storage

import (
	"context"
	"io"
	"time"

	"vitrine/internal/fault"
	"vitrine/models"
)

// MinPart is the smallest part that S3 accepts, in bytes, unless it is the last.
const MinPart = 5 << 20

// Parts is a store that accepts an object in parts, or from a client by a link.
type Parts interface {
	Store
	// Begin starts an object that is sent in parts, and returns the id to continue with.
	Begin(ctx context.Context, key string) (id string, err error)
	// PutPart stores one part, numbered from 1, of exactly size bytes; a part of the same number is replaced.
	PutPart(ctx context.Context, key, id string, number int, r io.Reader, size int64) (models.UploadPart, error)
	// Finish joins the parts to the object. Finishing again is not an error while the object exists; a part below
	// MinPart before the last is a fault of code CONFLICT.
	Finish(ctx context.Context, key, id string, parts []models.UploadPart) error
	// Abort deletes the parts; aborting an unknown id is not an error.
	Abort(ctx context.Context, key, id string) error
	// PresignPut returns a link by which anyone may upload exactly this content, and the headers they must send with it.
	PresignPut(ctx context.Context, key string, size int64, sha256 []byte, life time.Duration) (Link, error)
}

// SmallPart returns the fault for an object with a part below MinPart bytes before the last.
func SmallPart() *fault.Fault {
	return fault.Conflict("A piece before the last has fewer than %d bytes, which the object store does not accept.", MinPart).
		Try("Abort this upload and start another, with larger pieces.")
}

// Link is a presigned request.
type Link struct {
	Method  string
	URL     string
	Headers map[string]string // besides Host and Content-Length
}
