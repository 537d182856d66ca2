package kit

import (
	"context"
	"encoding/json"
	"strings"

	"vitrine/internal/fault"
)

// Spec describes a library: its names and its operations.
type Spec struct {
	Name       string   // the short name by which artifact types refer to it
	Aliases    []string // other names of the same library
	Operations []Operation
	Engine     func(rt *Runtime) error // starts the engine of the library once; nil when it has none
}

// library is the Library of a spec.
type library struct{ spec Spec }

// Start starts the library's engine, if it has one.
func (l *library) Start(rt *Runtime) error {
	if l.spec.Engine == nil {
		return nil
	}
	return l.spec.Engine(rt)
}

// Operation is one tool: its definition and its implementation.
type Operation struct {
	Definition
	check func(input map[string]any) error
	run   func(ctx context.Context, s *Subject, input []byte) (Answer, error)
}

// Subject is the document of one call with the runtime that reads it.
type Subject struct {
	Document
	rt      *Runtime
	parsing bool // inside a parse, whose cost includes what it loads
}

func (l *library) Name() string { return l.spec.Name }

func (l *library) Aliases() []string { return l.spec.Aliases }

func (l *library) Definitions() []Definition {
	out := make([]Definition, len(l.spec.Operations))
	for i, o := range l.spec.Operations {
		out[i] = o.Definition
	}
	return out
}

// Invoke finds the tool, checks the input, resumes at the cursor and returns one page.
func (l *library) Invoke(ctx context.Context, rt *Runtime, doc Document, call Call) Result {
	if ctx.Err() != nil {
		return Failed(ctx.Err())
	}
	o, err := l.operation(call.Tool)
	if err != nil {
		return Failed(err)
	}
	input, cursor, err := parseInput(call)
	if err == nil {
		err = o.check(input)
	}
	if err != nil {
		return Failed(err)
	}
	canonical, _ := json.Marshal(input) // of a decoded value: cannot fail
	place := place{library: l.spec.Name, tool: o.Name, sha256: doc.SHA256, input: canonical}
	from, err := place.resume(cursor)
	if err != nil {
		return Failed(err)
	}
	p, err := o.answer(ctx, &Subject{Document: doc, rt: rt}, canonical, from)
	if err != nil {
		return Failed(err)
	}
	return Result{Success: true, Data: p.data, Image: p.image, NextCursor: place.cursor(p.next)}
}

func (o *Operation) answer(ctx context.Context, s *Subject, input []byte, from int64) (page, error) {
	a, err := o.run(ctx, s, input)
	if err != nil {
		return page{}, err
	}
	return a.Page(ctx, from, s.OutputCap())
}

func (l *library) operation(name string) (*Operation, error) {
	known := make([]string, len(l.spec.Operations))
	for i := range l.spec.Operations {
		if l.spec.Operations[i].Name == name {
			return &l.spec.Operations[i], nil
		}
		known[i] = l.spec.Operations[i].Name
	}
	return nil, fault.Invalid("tool", "The %s library has no tool %q.", l.spec.Name, name).Try("Its tools are  " + strings.Join(known, ", ") + ".")
}

// OutputCap returns the number of characters of JSON in one answer at most.
func (s *Subject) OutputCap() int { return s.rt.outputCap }

// Engine returns the runtime's engine of a name, which the first call creates.
func (s *Subject) Engine(name string, create func(cacheDir string) Engine) Engine {
	return s.rt.Engine(name, create)
}

// Op returns an operation whose input is the struct In; its schema comes from the tags of In (see schemaOf).
func Op[In any](name, description string, run func(context.Context, *Subject, In) (Answer, error)) Operation {
	schema := schemaOf[In]()
	return Operation{
		Definition: Definition{Name: name, Description: description, InputSchema: schema.raw},
		check:      func(input map[string]any) error { return schema.check(name, input) },
		run: func(ctx context.Context, s *Subject, raw []byte) (Answer, error) {
			in, err := schema.decode(raw)
			if err != nil {
				return nil, err
			}
			return run(ctx, s, in)
		},
	}
}

// None is the input of a tool that takes nothing.
type None struct{}
