package server

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
)

// smallCache keeps the newest entries whose key and value are small, so that its memory is bounded: neither many
// documents nor a few huge ones can fill it.
type smallCache[T any] struct {
	entries *lru.Cache[string, T]
	weight  func(key string, value T) int
}

// Bounds of the caches of documents and persisted queries: at most 1,000 entries of at most 16 KiB of query text.
const (
	cacheEntries = 1000
	cacheWeight  = 16 << 10
)

func newSmallCache[T any](weight func(string, T) int) *smallCache[T] {
	c, err := lru.New[string, T](cacheEntries)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return &smallCache[T]{entries: c, weight: weight}
}

// Get finds an entry.
func (c *smallCache[T]) Get(_ context.Context, key string) (T, bool) { return c.entries.Get(key) }

// Add stores an entry unless it is too large.
func (c *smallCache[T]) Add(_ context.Context, key string, value T) {
	if c.weight(key, value) <= cacheWeight {
		c.entries.Add(key, value)
	}
}
