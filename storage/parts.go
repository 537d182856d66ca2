package storage

import (
	"context"
	"io"
	"time"

	"vitrine/internal/fault"
	"vitrine/models"
)

// MinPart is the smallest part that S3 takes, in bytes, unless it is the last.
const MinPart = 5 << 20

// Parts is a store that takes an object in parts, and one that clients may put whole by a link.
type Parts interface {
	Store
	// Begin starts an object that comes in parts and returns the id to go on with.
	Begin(ctx context.Context, key string) (id string, err error)
	// PutPart stores one part, numbered from 1, of exactly size bytes; a part of the same number is replaced.
	PutPart(ctx context.Context, key, id string, number int, r io.Reader, size int64) (models.UploadPart, error)
	// Finish makes the object of its parts. Finishing again is not an error while the object is there; a part below MinPart
	// before the last is a fault of code CONFLICT.
	Finish(ctx context.Context, key, id string, parts []models.UploadPart) error
	// Abort forgets the parts; an unknown id is not an error.
	Abort(ctx context.Context, key, id string) error
	// PresignPut returns a link by which anybody may put exactly this content, and the headers they must send with it.
	PresignPut(ctx context.Context, key string, size int64, sha256 []byte, life time.Duration) (Link, error)
}

// SmallPart refuses an object whose parts before the last are not all of MinPart bytes.
func SmallPart() *fault.Fault {
	return fault.Conflict("A piece before the last has fewer than %d bytes, which the store cannot join.", MinPart).
		Try("Abort this upload and start another, with larger pieces.")
}

// Link is a presigned request.
type Link struct {
	Method  string
	URL     string
	Headers map[string]string // beside Host and Content-Length
}
