package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Limits bound one operation; they are checked before it runs.
type Limits struct {
	Depth  int // levels of nested selections
	Fields int // selected fields; fragments count at each spread
	Cost   int // fields times the sizes of the lists they are in
}

// DefaultLimits are far above what the admin and the documented clients need.
var DefaultLimits = Limits{Depth: 15, Fields: 1000, Cost: 100_000}

// List sizes that the cost assumes; the first two are those of the resolvers.
const (
	defaultList = 20
	largestList = 100
	looseList   = 5 // a list without a page size, such as the versions of a message, the tools of a version
)

// Guard refuses operations above the limits, and variables that break a rule which validation checks for literals only.
// Each fragment is measured once, so the work is linear in the length of the document.
type Guard struct {
	Limits        Limits
	Schema        *ast.Schema
	Introspection bool // whether clients may query the schema
}

var (
	_ graphql.HandlerExtension        = Guard{}
	_ graphql.OperationContextMutator = Guard{}
)

// ExtensionName names the extension.
func (Guard) ExtensionName() string { return "Guard" }

// Validate does nothing: the guard has no demands on the schema.
func (Guard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext measures the operation and returns an error if it exceeds a limit; it changes nothing.
func (g Guard) MutateOperationContext(_ context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	m := meter{variables: oc.Variables, memo: map[string]size{}, limits: g.Limits}
	got := m.selection(oc.Operation.SelectionSet)
	if m.introspects && !g.Introspection {
		return &gqlerror.Error{Message: "Introspection is disabled on this server.", Extensions: map[string]any{"code": "GRAPHQL_VALIDATION_FAILED"}}
	}
	for _, limit := range []struct {
		got, most int
		word      string
	}{
		{got.depth, g.Limits.Depth, "levels of depth"},
		{got.fields, g.Limits.Fields, "fields"},
		{got.cost, g.Limits.Cost, "units of cost (fields times the sizes of their lists)"},
	} {
		if limit.got > limit.most {
			return tooComplex(fmt.Sprintf("The operation exceeds %d %s; select fewer fields, or request smaller pages.", limit.most, limit.word))
		}
	}
	return variables(g.Schema, oc)
}

func tooComplex(message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": "COMPLEXITY_LIMIT_EXCEEDED"}}
}

// size is the measure of a selection; every number is capped just above its limit so that none overflows.
type size struct{ depth, fields, cost int }

type meter struct {
	variables map[string]any
	memo      map[string]size
	limits    Limits

	introspects bool // set when a field of the introspection schema is selected
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
	if strings.HasPrefix(f.Name, "__") {
		m.introspects = m.introspects || f.Name != "__typename"
		// introspection reads memory, and its depth is bounded by its own shape
		return size{depth: 1, fields: 1 + in.fields, cost: 1}
	}
	return size{
		depth:  min(1+in.depth, m.limits.Depth+1),
		fields: min(1+in.fields, m.limits.Fields+1),
		cost:   min(1+m.length(f)*in.cost, m.limits.Cost+1),
	}
}

// length returns how many times a field's children may be resolved: the page size of a connection, looseList for any
// other list.
func (m *meter) length(f *ast.Field) int {
	if f.Definition == nil {
		return 1
	}
	if f.Definition.Arguments.ForName("first") == nil {
		return unpaged(f)
	}
	for _, name := range []string{"first", "last"} {
		if n, ok := m.number(f, name); ok {
			return min(max(n, 1), largestList)
		}
	}
	return defaultList
}

// unpaged returns the length of a field without a page size. The lists of a connection were counted at the connection.
func unpaged(f *ast.Field) int {
	if f.Definition.Type.Elem == nil || f.Name == "nodes" || f.Name == "edges" {
		return 1
	}
	return looseList
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
	case json.Number:
		if n, err := n.Int64(); err == nil {
			return int(min(max(n, 0), largestList)), true
		}
	}
	return largestList, true // the resolver will refuse it
}
