package resolvers

import (
	"context"
	"errors"
	"sync"
	"time"
)

// quiet is how long no further key must arrive before a batch is read, unless Resolver.BatchWait is set. The executor
// requests all elements of a list at once, so it can be short; waiting for a pause instead of a fixed time keeps a list
// in one statement on a busy machine too.
const quiet = 200 * time.Microsecond

// errAbsent reports that a batch did not find a key.
var errAbsent = errors.New("not found")

// batch collects keys and reads them together; results are cached.
type batch[V any] struct {
	wait  time.Duration
	fetch func(ctx context.Context, keys []string) (map[string]V, error)

	mu      sync.Mutex
	known   map[string]*round[V] // the round of each key
	current *round[V]            // the round that still accepts keys
}

// round is one read of many keys. Everything but keys is set when done is closed.
type round[V any] struct {
	keys  []string
	done  chan struct{}
	found map[string]V
	err   error
}

func batched[V any](wait time.Duration, fetch func(context.Context, []string) (map[string]V, error)) *batch[V] {
	return &batch[V]{wait: wait, fetch: fetch, known: map[string]*round[V]{}}
}

// Load returns the value of a key, errAbsent when there is none.
func (b *batch[V]) Load(ctx context.Context, key string) (V, error) {
	return b.ask(ctx, key).value(ctx, key)
}

// LoadAll returns the values of many keys, in order.
func (b *batch[V]) LoadAll(ctx context.Context, keys []string) ([]V, error) {
	rounds := make([]*round[V], len(keys))
	for i, key := range keys {
		rounds[i] = b.ask(ctx, key)
	}
	out := make([]V, len(keys))
	var err error
	for i, key := range keys {
		var one error
		out[i], one = rounds[i].value(ctx, key)
		err = errors.Join(err, one)
	}
	return out, err
}

// ask adds a key to the current round, or to a new one.
func (b *batch[V]) ask(ctx context.Context, key string) *round[V] {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r, ok := b.known[key]; ok {
		return r
	}
	if b.current == nil {
		b.current = &round[V]{done: make(chan struct{})}
		go b.run(ctx, b.current)
	}
	b.current.keys = append(b.current.keys, key)
	b.known[key] = b.current
	return b.current
}

func (b *batch[V]) run(ctx context.Context, r *round[V]) {
	defer close(r.done)
	for before := -1; ; {
		b.mu.Lock()
		now := len(r.keys)
		if now == before {
			b.current = nil
			b.mu.Unlock()
			break
		}
		b.mu.Unlock()
		before = now
		time.Sleep(b.wait)
	}
	r.found, r.err = b.fetch(ctx, r.keys)
}

func (r *round[V]) value(ctx context.Context, key string) (v V, err error) {
	select {
	case <-r.done:
	case <-ctx.Done():
		return v, ctx.Err()
	}
	v, ok := r.found[key]
	if r.err == nil && !ok {
		return v, errAbsent
	}
	return v, r.err
}
