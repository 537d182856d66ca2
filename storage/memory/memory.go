// Package memory stores objects in a map, for tests.
package memory

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/storage"
)

// Store is an object store in memory. The zero value is ready to use.
type Store struct {
	mu      sync.RWMutex
	objects map[string]object
	parts   map[string]map[int][]byte // of unfinished objects, by id and number
}

type object struct {
	content []byte
	at      time.Time
}

var _ storage.Store = (*Store)(nil)

// Put stores size bytes.
func (s *Store) Put(_ context.Context, key string, r io.Reader, size int64) error {
	b, err := io.ReadAll(io.LimitReader(r, size))
	if err != nil {
		return err
	}
	if int64(len(b)) < size {
		return storage.ErrShort
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.objects == nil {
		s.objects = map[string]object{}
	}
	s.objects[key] = object{b, time.Now()}
	return nil
}

// Open opens an object.
func (s *Store) Open(_ context.Context, key string) (storage.Object, error) {
	o, err := s.find(key)
	if err != nil {
		return nil, err
	}
	return open{bytes.NewReader(o.content)}, nil
}

// Stat returns the facts of an object.
func (s *Store) Stat(_ context.Context, key string) (storage.Info, error) {
	o, err := s.find(key)
	return storage.Info{SizeBytes: int64(len(o.content)), ModTime: o.at}, err
}

// Delete deletes an object.
func (s *Store) Delete(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, key)
	return nil
}

// Ping always succeeds.
func (s *Store) Ping(context.Context) error { return nil }

// Len returns the number of objects.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.objects)
}

func (s *Store) find(key string) (object, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	o, ok := s.objects[key]
	if !ok {
		return object{}, fault.NotFound("stored content")
	}
	return o, nil
}

type open struct{ *bytes.Reader }

// Close does nothing.
func (open) Close() error { return nil }
