package kit

import (
	"context"
	"fmt"
	"runtime/debug"

	"vitrine/internal/fault"
)

// Load returns the parsed form of a document from the cache, or parses it once for all concurrent calls. The cost is
// the estimated memory in bytes; kind distinguishes the parsed forms of one content. Parsing continues after a caller
// gives up as long as another one waits. What a parser loads through its subject counts toward its own cost.
func Load[T any](ctx context.Context, s *Subject, kind string, cost int64, parser func(context.Context, *Subject) (T, error)) (T, error) {
	key := kind + ":" + s.SHA256
	if v, ok := s.rt.cached(s.SHA256, key); ok {
		return v.(T), nil
	}
	within := &Subject{s.Document, s.rt, true}
	work := func(ctx context.Context) (any, error) {
		return s.rt.parse(ctx, s.charge(cost), func(ctx context.Context) (any, error) { return parser(ctx, within) })
	}
	if s.SHA256 == "" {
		return assert[T](work(ctx))
	}
	return assert[T](s.rt.flights.join(ctx, key, func(ctx context.Context) (any, error) {
		if v, ok := s.rt.cached(s.SHA256, key); ok {
			return v, nil // another call has parsed it in the meantime
		}
		v, err := work(ctx)
		if err == nil {
			s.rt.cache.put(key, v, cost)
		}
		return v, err
	}))
}

// charge returns the memory to reserve for a cost: 0 inside a parse, which has reserved its own.
func (s *Subject) charge(cost int64) int64 {
	if s.parsing {
		return 0
	}
	return cost
}

func (rt *Runtime) cached(sha256, key string) (any, bool) {
	if sha256 == "" {
		return nil, false
	}
	return rt.cache.get(key)
}

func assert[T any](v any, err error) (T, error) {
	if err != nil {
		var zero T
		return zero, err
	}
	return v.(T), nil
}

// parse runs one parser within the limits of memory and time until wanted ends, and returns its panic as an error.
func (rt *Runtime) parse(wanted context.Context, cost int64, parser func(context.Context) (any, error)) (v any, err error) {
	ctx, cancel := context.WithTimeout(wanted, rt.parseTime)
	defer cancel()
	if cost > rt.capacity {
		return nil, fault.TooLarge("", "Reading this document takes about %d MiB of memory; tools may use at most %d MiB.", cost>>20, rt.capacity>>20)
	}
	if err := rt.memory.Acquire(ctx, cost); err != nil {
		if wanted.Err() != nil {
			return nil, wanted.Err()
		}
		return nil, fault.Unavailable("document reader", err)
	}
	defer rt.memory.Release(cost)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("parser panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return parser(ctx)
}
