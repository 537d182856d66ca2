// Package dispatch finds the tool library of an artifact's type and calls it, within limits of time and number.
//
// It chooses by the type's declared library and its parents', never by the type's name. GraphQL, MCP and prepareTurn
// call it; fetching types and bytes, asking for permission and recording the call are theirs to do.
package dispatch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/tool"
	"vitrine/models"
)

// Options are the limits of a Dispatcher; a zero field takes its default.
type Options struct {
	tool.Options
	Timeout time.Duration // of one call; default 5 s
	Calls   int           // calls at work at the same time, abandoned ones included; default 32
}

// Dispatcher calls tools. It is safe for use by many at once.
type Dispatcher struct {
	runtime *tool.Runtime
	timeout time.Duration
	slots   chan struct{}
}

// New makes a Dispatcher; Close stops it.
func New(o Options) *Dispatcher {
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Calls <= 0 {
		o.Calls = 32
	}
	return &Dispatcher{runtime: tool.NewRuntime(o.Options), timeout: o.Timeout, slots: make(chan struct{}, o.Calls)}
}

// Warm prepares ahead of time what takes long at its first use: the WebAssembly of engines is compiled into the
// cache folder. The memory for it is released; a later first use starts from the cache.
func (d *Dispatcher) Warm() error {
	var errs []error
	for _, l := range tool.All() {
		if starter, ok := l.(tool.Starter); ok {
			errs = append(errs, starter.Start(d.runtime))
		}
	}
	return errors.Join(append(errs, d.runtime.Unload())...)
}

// Close stops what Warm or a first use started.
func (d *Dispatcher) Close() error { return d.runtime.Close() }

// Libraries returns the tool libraries of a type, leaf first: of each level of the chain (the type, its parent, and so
// on) the one it names. A library that two levels name comes once; a name that no library has is left out.
func Libraries(chain []*models.ArtifactType) (libraries []tool.Library) {
	seen := map[string]bool{}
	for _, t := range chain {
		if t == nil || t.ToolLibrary == nil {
			continue
		}
		if l := tool.Find(*t.ToolLibrary); l != nil && !seen[l.Name()] {
			seen[l.Name()] = true
			libraries = append(libraries, l)
		}
	}
	return libraries
}

// Tools lists what an agent may call on the type at the front of the chain. Of two tools of one name the leaf's is
// listed.
func Tools(chain []*models.ArtifactType) (definitions []tool.Definition) {
	seen := map[string]bool{}
	for _, l := range Libraries(chain) {
		for _, d := range l.Definitions() {
			if !seen[d.Name] {
				seen[d.Name] = true
				definitions = append(definitions, d)
			}
		}
	}
	return definitions
}

// Invoke answers one call on a document by the first library of the chain that has the tool. Whatever goes wrong, also
// a panic, is a failed result. A call that does not end in time is abandoned, and counts as at work until it does end.
func (d *Dispatcher) Invoke(ctx context.Context, chain []*models.ArtifactType, doc tool.Document, call tool.Call) tool.Result {
	library, err := choose(chain, call.Tool)
	if err != nil {
		return tool.Failed(err)
	}
	if err := d.start(ctx, library); err != nil {
		return tool.Failed(err)
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	select {
	case d.slots <- struct{}{}:
	case <-ctx.Done():
		return tool.Failed(fault.Unavailable("tool runner", ctx.Err()))
	}
	done := make(chan tool.Result, 1)
	go func() {
		defer func() { <-d.slots }()
		done <- guarded(ctx, library, d.runtime, doc, call)
	}()
	select {
	case result := <-done:
		return result
	case <-ctx.Done():
		return tool.Failed(ctx.Err())
	}
}

// start waits for the library's engine, which takes long the very first time, before the clock of the call runs.
func (d *Dispatcher) start(ctx context.Context, library tool.Library) error {
	starter, ok := library.(tool.Starter)
	if !ok {
		return nil
	}
	started := make(chan error, 1)
	go func() { started <- starter.Start(d.runtime) }()
	select {
	case err := <-started:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// choose finds the library that has a tool, or says which tools there are.
func choose(chain []*models.ArtifactType, name string) (tool.Library, error) {
	var known []string
	for _, l := range Libraries(chain) {
		for _, d := range l.Definitions() {
			if d.Name == name {
				return l, nil
			}
		}
	}
	for _, d := range Tools(chain) {
		known = append(known, d.Name)
	}
	if len(known) == 0 {
		return nil, fault.Invalid("tool", "Artifacts of this type have no tools.").Try("Set a tool library on the artifact type.")
	}
	return nil, fault.Invalid("tool", "There is no tool %q for this artifact.", name).Try("There are: " + strings.Join(known, ", ") + ".")
}

// guarded makes a panic of a library a failed result.
func guarded(ctx context.Context, l tool.Library, rt *tool.Runtime, doc tool.Document, call tool.Call) (result tool.Result) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(ctx, "tool library panicked", "library", l.Name(), "tool", call.Tool, "sha256", doc.SHA256, "panic", p, "stack", string(debug.Stack()))
			result = tool.Failed(fmt.Errorf("library %s panicked: %v", l.Name(), p))
		}
	}()
	return l.Invoke(ctx, rt, doc, call)
}
