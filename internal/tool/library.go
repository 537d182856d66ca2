package tool

import (
	"context"
	"encoding/json"
	"strings"

	"vitrine/internal/fault"
)

// kitSpec describes a library: its names and a table of operations.
type kitSpec struct {
	name       string   // the short word that artifact types refer to
	aliases    []string // other names of the same library
	operations []operation
	engine     func(rt *Runtime) error // starts what the library needs, once; nil for most
}

// library is the Library of a spec.
type library struct{ spec kitSpec }

// Start starts the library's engine, if it has one.
func (l *library) Start(rt *Runtime) error {
	if l.spec.engine == nil {
		return nil
	}
	return l.spec.engine(rt)
}

// operation is one tool: its definition and what it does.
type operation struct {
	Definition
	check func(input map[string]any) error
	run   func(ctx context.Context, s *subject, input []byte) (answer, error)
}

// subject is the document of one call with the runtime that reads it.
type subject struct {
	Document
	rt      *Runtime
	parsing bool // within a parse, whose cost covers what is loaded
}

func (l *library) Name() string      { return l.spec.name }
func (l *library) Aliases() []string { return l.spec.aliases }

func (l *library) Definitions() []Definition {
	out := make([]Definition, len(l.spec.operations))
	for i, o := range l.spec.operations {
		out[i] = o.Definition
	}
	return out
}

// Invoke finds the tool, checks the input, resumes at the cursor and answers one page.
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
	place := place{library: l.spec.name, tool: o.Name, sha256: doc.SHA256, input: canonical}
	from, err := place.resume(cursor)
	if err != nil {
		return Failed(err)
	}
	p, err := o.answer(ctx, &subject{Document: doc, rt: rt}, canonical, from)
	if err != nil {
		return Failed(err)
	}
	return Result{Success: true, Data: p.data, Image: p.image, NextCursor: place.cursor(p.next)}
}

func (o *operation) answer(ctx context.Context, s *subject, input []byte, from int64) (page, error) {
	a, err := o.run(ctx, s, input)
	if err != nil {
		return page{}, err
	}
	return a.page(ctx, from, s.outputCap())
}

func (l *library) operation(name string) (*operation, error) {
	known := make([]string, len(l.spec.operations))
	for i := range l.spec.operations {
		if l.spec.operations[i].Name == name {
			return &l.spec.operations[i], nil
		}
		known[i] = l.spec.operations[i].Name
	}
	return nil, fault.Invalid("tool", "The %s tools have no %q.", l.spec.name, name).Try("There are: " + strings.Join(known, ", ") + ".")
}

// outputCap is the number of characters of JSON in one answer.
func (s *subject) outputCap() int { return s.rt.outputCap }

// engine is the runtime's engine of a name, made by the first call that asks for it.
func (s *subject) engine(name string, create func(cacheDir string) Engine) Engine {
	return s.rt.Engine(name, create)
}

// op makes an operation whose input is the struct In; its schema comes from In's tags (see schemaOf).
func op[In any](name, description string, run func(context.Context, *subject, In) (answer, error)) operation {
	schema := schemaOf[In]()
	return operation{
		Definition: Definition{Name: name, Description: description, InputSchema: schema.raw},
		check:      func(input map[string]any) error { return schema.check(name, input) },
		run: func(ctx context.Context, s *subject, raw []byte) (answer, error) {
			in, err := schema.decode(raw)
			if err != nil {
				return nil, err
			}
			return run(ctx, s, in)
		},
	}
}

// none is the input of a tool that takes nothing.
type none struct{}
