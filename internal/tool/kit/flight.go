package kit

import (
	"context"
	"sync"
)

// flights are the parses at work: each serves every call that wants the same, and ends with the last of them.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
	all  sync.WaitGroup
}

// flight is one parse at work.
type flight struct {
	waiting int // calls
	stop    context.CancelFunc
	done    chan struct{}
	value   any
	err     error
}

// join waits for the work of a key, which starts when nobody is at it. The work's context is that of the first call
// without its end: it ends when no call waits any more.
func (f *flights) join(ctx context.Context, key string, work func(context.Context) (any, error)) (any, error) {
	one := f.board(ctx, key, work)
	defer f.leave(key, one)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-one.done:
		return one.value, one.err
	}
}

func (f *flights) board(ctx context.Context, key string, work func(context.Context) (any, error)) *flight {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one := f.open[key]; one != nil {
		one.waiting++
		return one
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	one := &flight{waiting: 1, stop: stop, done: make(chan struct{})}
	if f.open == nil {
		f.open = map[string]*flight{}
	}
	f.open[key] = one
	f.all.Go(func() {
		one.value, one.err = work(ctx)
		f.forget(key, one)
		close(one.done)
	})
	return one
}

// leave ends the work that nobody waits for any more.
func (f *flights) leave(key string, one *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one.waiting--; one.waiting > 0 {
		return
	}
	one.stop()
	if f.open[key] == one {
		delete(f.open, key)
	}
}

// forget lets the next call start again, or find what is cached by now.
func (f *flights) forget(key string, one *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[key] == one {
		delete(f.open, key)
	}
}
