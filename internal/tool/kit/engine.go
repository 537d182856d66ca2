package kit

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// Engine is what a library needs that takes long to start and holds memory, such as an interpreter. It is used by
// many calls at once.
type Engine interface {
	// Start starts the engine, once; a failed start is tried again by the next call.
	Start() error
	// Rest releases the memory of an engine that no call uses; the next use starts it again.
	Rest() error
	// Close stops the engine for good. Calls under way fail.
	Close() error
}

// engines are those that libraries asked for, by name.
type engines struct {
	mu     sync.Mutex
	byName map[string]Engine
	closed bool
}

// Engine returns the engine of a name, created by the first call that asks for it. It is given the folder for
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
		_ = e.Close() // it has started nothing
	}
	return e
}

// Rest releases the memory of every engine that no call uses.
func (rt *Runtime) Rest() error { return rt.engines.each(Engine.Rest) }

// Close stops every engine. Calls under way fail.
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
