package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Limits bound what one operation may ask for, before anything of it runs.
type Limits struct {
	Depth  int // levels of selection
	Fields int // fields selected, fragments counted at each spread
	Cost   int // fields times the sizes of the lists they are in
}

// DefaultLimits are far above what the admin and the documented clients need.
var DefaultLimits = Limits{Depth: 15, Fields: 1000, Cost: 100_000}

// Sizes of lists for the cost, as the resolvers take them.
const (
	defaultList = 20
	largestList = 100
)

// Guard refuses operations above the limits, and @oneOf inputs that break their rule through variables. Each fragment is
// measured once, so the work is linear in the length of the document.
type Guard struct{ Limits Limits }

var (
	_ graphql.HandlerExtension        = Guard{}
	_ graphql.OperationContextMutator = Guard{}
)

// ExtensionName names the extension.
func (Guard) ExtensionName() string { return "Guard" }

// Validate has nothing to check of the schema.
func (Guard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext measures the operation and refuses it, or lets it pass unchanged.
func (g Guard) MutateOperationContext(_ context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	m := meter{variables: oc.Variables, memo: map[string]size{}, limits: g.Limits}
	got := m.selection(oc.Operation.SelectionSet)
	for _, limit := range []struct {
		got, most int
		word      string
	}{
		{got.depth, g.Limits.Depth, "levels deep"},
		{got.fields, g.Limits.Fields, "fields"},
		{got.cost, g.Limits.Cost, "in cost (fields times the sizes of their lists)"},
	} {
		if limit.got > limit.most {
			return tooComplex(fmt.Sprintf("The operation is more than %d %s; ask for less at once, or for smaller pages.", limit.most, limit.word))
		}
	}
	return oneOf(oc)
}

func tooComplex(message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": "COMPLEXITY_LIMIT_EXCEEDED"}}
}

// size is what a selection amounts to; every number is cut just above its limit so that none overflows.
type size struct{ depth, fields, cost int }

type meter struct {
	variables map[string]any
	memo      map[string]size
	limits    Limits
}

func (m *meter) selection(set ast.SelectionSet) (total size) {
	for _, s := range set {
		one := m.one(s)
		total.depth = max(total.depth, one.depth)
		total.fields = min(total.fields+one.fields, m.limits.Fields+1)
		total.cost = min(total.cost+one.cost, m.limits.Cost+1)
	}
	return total
}

func (m *meter) one(s ast.Selection) size {
	switch s := s.(type) {
	case *ast.Field:
		return m.field(s)
	case *ast.InlineFragment:
		return m.selection(s.SelectionSet)
	case *ast.FragmentSpread:
		if known, ok := m.memo[s.Name]; ok {
			return known
		}
		got := m.selection(s.Definition.SelectionSet)
		m.memo[s.Name] = got
		return got
	}
	return size{}
}

func (m *meter) field(f *ast.Field) size {
	in := m.selection(f.SelectionSet)
	if strings.HasPrefix(f.Name, "__") { // introspection reads memory, and its own depth is its shape
		return size{depth: 1, fields: 1 + in.fields, cost: 1}
	}
	return size{
		depth:  min(1+in.depth, m.limits.Depth+1),
		fields: min(1+in.fields, m.limits.Fields+1),
		cost:   min(1+m.length(f)*in.cost, m.limits.Cost+1),
	}
}

// length is how many times a field's children may be resolved: the page of a connection, the default for any other list.
func (m *meter) length(f *ast.Field) int {
	if f.Definition == nil {
		return 1
	}
	paged := f.Definition.Arguments.ForName("first") != nil
	if !paged {
		return 1 // lists inside a connection are counted at the connection; other lists are fixed families
	}
	for _, name := range []string{"first", "last"} {
		if n, ok := m.number(f, name); ok {
			return min(max(n, 1), largestList)
		}
	}
	return defaultList
}

func (m *meter) number(f *ast.Field, name string) (int, bool) {
	arg := f.Arguments.ForName(name)
	if arg == nil {
		return 0, false
	}
	v, err := arg.Value.Value(m.variables)
	if err != nil || v == nil {
		return 0, false
	}
	switch n := v.(type) {
	case int64:
		return int(min(n, largestList)), true
	case int:
		return n, true
	}
	return largestList, true // json.Number and the like: the resolver reads it exactly
}

// oneOf checks through variables what validation checks of literals only: exactly one member, and not null.
func oneOf(oc *graphql.OperationContext) *gqlerror.Error {
	for _, def := range oc.Operation.VariableDefinitions {
		if err := oneOfValue(def.Definition, oc.Variables[def.Variable], def.Variable); err != nil {
			return err
		}
	}
	return nil
}

func oneOfValue(def *ast.Definition, v any, path string) *gqlerror.Error {
	object, ok := v.(map[string]any)
	if !ok || def == nil || def.Kind != ast.InputObject || def.Directives.ForName("oneOf") == nil {
		return nil
	}
	given := 0
	for _, member := range object {
		if member != nil {
			given++
		}
	}
	if given != 1 || len(object) != 1 {
		return &gqlerror.Error{Message: fmt.Sprintf("$%s takes exactly one of its members, and not null.", path), Extensions: map[string]any{"code": "GRAPHQL_VALIDATION_FAILED"}}
	}
	return nil
}
