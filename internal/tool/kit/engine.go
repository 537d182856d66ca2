package kit

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// Engine is a dependency of a library that is slow to start and holds memory, such as an interpreter. Many calls use
// it at the same time.
type Engine interface {
	// Start starts the engine once; after a failed start, the next call tries again.
	Start() error
	// Unload releases the memory of an engine that no call uses; its next use starts it again.
	Unload() error
	// Close stops the engine permanently. Running calls fail.
	Close() error
}

// engines holds the engines that libraries requested, by name.
type engines struct {
	mu     sync.Mutex
	byName map[string]Engine
	closed bool
}

// Engine returns the engine of a name, which the first call creates. The function create receives the directory for
// compiled code, which may be empty.
func (rt *Runtime) Engine(name string, create func(cacheDir string) Engine) Engine {
	rt.engines.mu.Lock()
	defer rt.engines.mu.Unlock()
	if e := rt.engines.byName[name]; e != nil {
		return e
	}
	e := create(rt.cacheDir)
	if rt.engines.byName == nil {
		rt.engines.byName = map[string]Engine{}
	}
	rt.engines.byName[name] = e
	if rt.engines.closed {
		_ = e.Close() // nothing has been started
	}
	return e
}

// Unload releases the memory of every engine that no call uses.
func (rt *Runtime) Unload() error { return rt.engines.each(Engine.Unload) }

// Close stops every engine. Running calls fail.
func (rt *Runtime) Close() error {
	rt.engines.mu.Lock()
	rt.engines.closed = true
	rt.engines.mu.Unlock()
	return rt.engines.each(Engine.Close)
}

func (e *engines) each(do func(Engine) error) error {
	e.mu.Lock()
	all := slices.Collect(maps.Values(e.byName))
	e.mu.Unlock()
	var errs []error
	for _, one := range all {
		errs = append(errs, do(one))
	}
	return errors.Join(errs...)
}
