package jsontree

import (
	"context"
	"errors"
	"math"
	"regexp"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Location is a normalized JSONPath.
type Location = spec.NormalizedPath

// query is a parsed JSONPath. This package evaluates it instead of the path library, so that matches come in a stable
// order (keys sorted), one at a time, and stop when the context ends.
type query struct{ segments []*spec.Segment }

// IsQuery reports whether a path is a JSONPath rather than a dot path.
func IsQuery(path string) bool {
	return path == "$" || strings.HasPrefix(path, "$.") || strings.HasPrefix(path, "$[")
}

// ParseQuery parses a JSONPath for a document with a number of values.
func ParseQuery(path string, values int) (query, error) {
	parser := jsonpath.NewParser(jsonpath.WithRegistry(functions(newPatterns())))
	parsed, err := parser.Parse(ownNames(path))
	if err != nil {
		return query{}, fault.Invalid("path", "The path is not a valid JSONPath (RFC 9535): %s.", parse.Brief(err)).
			Try(`Write it as in $.items[?@.price > 10].name or $..title, with quotes around strings.`).Because(err)
	}
	q := query{parsed.Query().Segments()}
	if work := q.filterWork(values); work > maxFilterWork {
		return query{}, fault.TooLarge("path", "The path has a filter that would search the document again for each of its %d values.", values).
			Try("Use only paths that start with @ in the filter, without .. and $.")
	}
	return q, nil
}

// EveryKey returns a query for the values under a key at any depth.
func EveryKey(key string) query {
	return query{[]*spec.Segment{spec.Descendant(spec.Name(key))}}
}

// maxFilterWork is how many values the filters of a path may visit in total; about a second of work.
const maxFilterWork = 5e7

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)

// filterWork estimates how many values the filters of a query visit: searching the whole document in a filter
// multiplies with the number of filtered values.
func (q query) filterWork(values int) float64 {
	searches := 0
	for _, segment := range q.segments {
		for _, selector := range segment.Selectors() {
			if f, ok := selector.(*spec.FilterSelector); ok {
				text := quoted.ReplaceAllString(f.String(), "")
				searches = max(searches, strings.Count(text, "..")+strings.Count(text, "$"))
			}
		}
	}
	if searches == 0 {
		return 0
	}
	return math.Pow(float64(values), float64(searches+1))
}

var errStop = errors.New("stop")

// Visit calls found for each match until it returns false.
func (q query) Visit(ctx context.Context, root any, found func(Location, any) bool) error {
	w := walker{ctx: ctx, root: root, found: found}
	if err := w.step(q.segments, root, nil); !errors.Is(err, errStop) {
		return err
	}
	return nil
}

type walker struct {
	ctx   context.Context
	root  any
	found func(Location, any) bool
	steps int
}

// step matches the remaining segments, starting at a value.
func (w *walker) step(segments []*spec.Segment, value any, path Location) error {
	if w.steps++; w.steps%1024 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if len(segments) == 0 {
		if !w.found(path, value) {
			return errStop
		}
		return nil
	}
	for _, selector := range segments[0].Selectors() {
		if err := w.choose(selector, segments[1:], value, path); err != nil {
			return err
		}
	}
	if !segments[0].IsDescendant() {
		return nil
	}
	return children(value, func(name spec.NormalSelector, child any) error {
		return w.step(segments, child, below(path, name))
	})
}

// choose continues with the children that one selector selects.
func (w *walker) choose(selector spec.Selector, rest []*spec.Segment, value any, path Location) error {
	switch s := selector.(type) {
	case spec.SliceSelector:
		return w.slice(s, rest, value, path)
	case spec.WildcardSelector:
		return children(value, func(name spec.NormalSelector, child any) error {
			return w.step(rest, child, below(path, name))
		})
	case *spec.FilterSelector:
		return children(value, func(name spec.NormalSelector, child any) error {
			if w.steps++; w.steps%64 == 0 && w.ctx.Err() != nil {
				return w.ctx.Err()
			}
			if !s.Eval(child, w.root) {
				return nil
			}
			return w.step(rest, child, below(path, name))
		})
	default: // a name or an index: at most one child
		for _, node := range s.SelectLocated(value, w.root, path) {
			if err := w.step(rest, node.Node, node.Path); err != nil {
				return err
			}
		}
		return nil
	}
}

func (w *walker) slice(s spec.SliceSelector, rest []*spec.Segment, value any, path Location) error {
	array, ok := value.([]any)
	if !ok || s.Step() == 0 {
		return nil
	}
	lower, upper := s.Bounds(len(array))
	first, inside := lower, func(i int) bool { return i < upper }
	if s.Step() < 0 {
		first, inside = upper, func(i int) bool { return i > lower }
	}
	for i := first; inside(i); i += s.Step() {
		if err := w.step(rest, array[i], below(path, spec.Index(i))); err != nil {
			return err
		}
	}
	return nil
}

// children visits the direct children of a value, those of an object by sorted key.
func children(value any, visit func(spec.NormalSelector, any) error) error {
	switch v := value.(type) {
	case []any:
		for i, child := range v {
			if err := visit(spec.Index(i), child); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, key := range SortedKeys(v) {
			if err := visit(spec.Name(key), v[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

// below appends to a path without sharing memory with other paths.
func below(path Location, name spec.NormalSelector) Location {
	return append(path[:len(path):len(path)], name)
}
