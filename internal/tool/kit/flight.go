package kit

import (
	"context"
	"sync"
)

// flights holds the running parses. Each serves every call for the same key, and is cancelled when the last of them
// gives up.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
	all  sync.WaitGroup
}

// flight is one running parse.
type flight struct {
	waiting int // number of calls
	stop    context.CancelFunc
	done    chan struct{}
	value   any
	err     error
}

// join waits for the work of a key, and starts it when it is not running. The work's context has the values of the
// first call but not its cancellation: it is cancelled when no call waits any more.
func (f *flights) join(ctx context.Context, key string, work func(context.Context) (any, error)) (any, error) {
	one := f.joinOrStart(ctx, key, work)
	defer f.release(key, one)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-one.done:
		return one.value, one.err
	}
}

func (f *flights) joinOrStart(ctx context.Context, key string, work func(context.Context) (any, error)) *flight {
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

// release cancels the work when no other call waits for it.
func (f *flights) release(key string, one *flight) {
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

// forget removes finished work, so that the next call starts again or finds the cached value.
func (f *flights) forget(key string, one *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[key] == one {
		delete(f.open, key)
	}
}
