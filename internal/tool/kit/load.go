package kit

import (
	"context"
	"fmt"
	"runtime/debug"

	"vitrine/internal/fault"
)

// Load returns the parsed form of a document from the cache, or parses it once however many calls want it. The cost is
// the estimated memory in bytes; kind reports parsed forms of one content apart. Parsing outlives a caller that gives
// up as long as another waits for it. What a parser loads in turn through the subject it is given counts as part of its
// own cost.
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
			return v, nil // another call's parse ended since we looked
		}
		v, err := work(ctx)
		if err == nil {
			s.rt.cache.put(key, v, cost)
		}
		return v, err
	}))
}

// charge is the memory to reserve for a cost: nothing within a parse, which has reserved its own.
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

// parse runs one parser within the bounds of memory and time, for as long as it is wanted; its panic is an error.
func (rt *Runtime) parse(wanted context.Context, cost int64, parser func(context.Context) (any, error)) (v any, err error) {
	ctx, cancel := context.WithTimeout(wanted, rt.parseTime)
	defer cancel()
	if cost > rt.capacity {
		return nil, fault.TooLarge("", "This document needs about %d MiB to be read, more than the %d MiB that tools may use.", cost>>20, rt.capacity>>20)
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
