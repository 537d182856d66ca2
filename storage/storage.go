// Package storage stores file contents: Store holds objects, Inspect reads a file once before it is stored.
// It knows neither versions nor people. Implementations are s3 (minio-go) and memory; both pass storagetest.
package storage

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"
)

// Object is an open object: it streams, seeks and must be closed.
type Object interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Info is what a store knows of an object.
type Info struct {
	SizeBytes int64
	ModTime   time.Time
}

// Store stores objects under generated keys. Faults: NOT_FOUND for an absent key, UNAVAILABLE when the store does not
// respond.
type Store interface {
	// Put writes size bytes; after an error no object exists under key. A reader that ends early is an error.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Open opens an object for reading; nothing is fetched before it is read.
	Open(ctx context.Context, key string) (Object, error)
	// Stat returns the facts of an object without reading it.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete deletes an object; deleting an absent one is not an error.
	Delete(ctx context.Context, key string) error
	// Ping checks that the store responds and the bucket exists.
	Ping(ctx context.Context) error
}

// NewKey makes the key of a new object. Every object has its own: a shared key would race with the sweep. The two
// folders keep listings short; no part of the key comes from a client.
func NewKey() string {
	id := uuid.NewString()
	return "blobs/" + id[:2] + "/" + id[2:4] + "/" + id
}
