package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"vitrine/internal/server"
)

// bomb is a document of fragments that each spread the next one twice.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("{ me { ...F0 } }")
	for i := range levels {
		fmt.Fprintf(&b, " fragment F%d on Me { a: user ...F%d ...F%d }", i, i+1, i+1)
	}
	fmt.Fprintf(&b, " fragment F%d on Me { user }", levels)
	return b.String()
}

func TestGuard(t *testing.T) {
	s := newSite(t)
	const ordinary = "conversations(first: 1) { nodes { messages(first: 1) { nodes { conversation { id } } } } }"
	for name, c := range map[string]struct{ query, code string }{
		"a fragment bomb of 25 levels":         {bomb(25), "COMPLEXITY_LIMIT_EXCEEDED"},
		"a fragment bomb of 40 levels":         {bomb(40), "COMPLEXITY_LIMIT_EXCEEDED"},
		"a cycle of fragments":                 {"{ me { ...A } } fragment A on Me { ...B } fragment B on Me { ...A }", "GRAPHQL_VALIDATION_FAILED"},
		"lists of lists of lists":              {"{ conversations(first: 100) { nodes { messages(first: 100) { nodes { conversation { artifacts(first: 100) { nodes { id } } } } } } } }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"lists without a size":                 {"{ conversations { nodes { messages { nodes { versions { artifact { versions { nodes { message { versions { id } } } } } } } } } } }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"lists from the end":                   {"{ conversations(last: 100) { nodes { messages(last: 100) { nodes { conversation { artifacts(last: 100) { nodes { id } } } } } } } }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"sixteen levels":                       {"{ conversations(first: 1) { nodes { " + strings.Repeat("messages(first: 1) { nodes { conversation { ", 5) + "id" + strings.Repeat(" } } }", 5) + " } } }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"six hundred aliases":                  {"{ " + aliases(600, "me { role }") + " }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"more tokens than a document may have": {"{ " + strings.Repeat("me { role } ", 1300) + " }", "GRAPHQL_PARSE_FAILED"},
		"five hundred directives":              {"{ me " + strings.Repeat("@include(if: true) ", 500) + " { role } }", "GRAPHQL_VALIDATION_FAILED"},
		"an ordinary operation":                {"{ " + ordinary + " }", ""},
		"the whole schema":                     {"{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.ask(s.admin, c.query, nil)
			require.Equal(t, c.code, a.code(), a.Body)
			require.Less(t, len(a.Body), 1<<20)
		})
	}
	t.Run("sizes in variables are counted", func(t *testing.T) {
		const query = `query($n: Int) { conversations(first: $n) { nodes { messages(first: $n) { nodes { conversation { artifacts(first: $n) { nodes { id } } } } } } } }`
		require.Equal(t, "COMPLEXITY_LIMIT_EXCEEDED", s.ask(s.admin, query, vars{"n": 100}).code())
		require.Empty(t, s.ask(s.admin, query, vars{"n": 10}).Errors)
	})
	t.Run("pages have 1 to 100 entries", func(t *testing.T) {
		for _, n := range []int{-1, 0, 101, 1_000_000} {
			a := s.ask(s.admin, fmt.Sprintf("{ conversations(first: %d) { nodes { id } } }", n), nil)
			require.Equal(t, "INVALID", a.code(), "first: %d", n)
		}
		require.Equal(t, "INVALID", s.ask(s.admin, "{ conversations(first: 1, last: 1) { nodes { id } } }", nil).code())
	})
}

func aliases(n int, field string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d: %s ", i, field)
	}
	return b.String()
}

const choices = `
	directive @oneOf on INPUT_OBJECT
	input Choice @oneOf { id: ID, name: String, both: Pair }
	input Pair { inner: Choice, count: Int }
	type Query { pick(choice: Choice!, many: [Choice!], n: Int, whole: JSON): String }
	scalar JSON`

func TestVariables(t *testing.T) {
	t.Parallel()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: choices})
	guard := server.Guard{Limits: server.DefaultLimits, Schema: schema}
	const query = `query($c: Choice!, $m: [Choice!], $n: Int, $j: JSON) { pick(choice: $c, many: $m, n: $n, whole: $j) }`
	one := map[string]any{"id": "1"}
	for name, c := range map[string]struct {
		variables map[string]any
		fits      bool
	}{
		"one member":                       {vars{"c": one}, true},
		"two members":                      {vars{"c": map[string]any{"id": "1", "name": "x"}}, false},
		"no member":                        {vars{"c": map[string]any{}}, false},
		"a null member":                    {vars{"c": map[string]any{"id": nil}}, false},
		"one and a null member":            {vars{"c": map[string]any{"id": "1", "name": nil}}, false},
		"two members in a list":            {vars{"c": one, "m": []any{one, map[string]any{"id": "1", "name": "x"}}}, false},
		"two nested members":               {vars{"c": map[string]any{"both": map[string]any{"inner": map[string]any{"id": "1", "name": "x"}}}}, false},
		"the largest Int":                  {vars{"c": one, "n": int64(2147483647)}, true},
		"an Int above 32 bits":             {vars{"c": one, "n": int64(2147483648)}, false},
		"an Int below 32 bits":             {vars{"c": one, "n": int64(-2147483649)}, false},
		"a nested Int above 32 bits":       {vars{"c": map[string]any{"both": map[string]any{"count": int64(3_000_000_000)}}}, false},
		"a custom scalar is not inspected": {vars{"c": one, "j": map[string]any{"id": "1", "name": "x", "n": int64(1 << 40)}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			doc, invalid := gqlparser.LoadQueryWithRules(schema, query, nil)
			require.Empty(t, invalid)
			values, err := validator.VariableValues(schema, doc.Operations[0], c.variables)
			require.NoError(t, err)
			refused := guard.MutateOperationContext(t.Context(), &graphql.OperationContext{Doc: doc, Operation: doc.Operations[0], Variables: values})
			require.Equal(t, c.fits, refused == nil, "%v", refused)
		})
	}
}

func TestOverflowingNumbersAreRefusedBeforeAnythingRuns(t *testing.T) {
	s := newSite(t)
	a := s.ask(s.admin, `query($n: Int) { conversations(first: $n) { nodes { id } } }`, vars{"n": 3_000_000_000})
	require.Equal(t, "GRAPHQL_VALIDATION_FAILED", a.code())
	require.Nil(t, a.Data, "the operation did not run")
	for _, literal := range []string{"3000000000", "99999999999999999999", "1.5", `"1"`} {
		a := s.ask(s.admin, `{ conversations(first: `+literal+`) { nodes { id } } }`, nil)
		require.NotEmpty(t, a.code(), a.Body)
		require.NotEqual(t, "INTERNAL", a.code(), a.Body)
	}
	id := s.conversation(s.admin)
	for _, after := range []any{"99999999999999999999", 1e30, "x", 1.5, true, []any{1}} {
		a := s.post(s.admin, body(t, `subscription($id: ID!, $after: Int64) { conversationEvents(conversationId: $id, after: $after) { sequence } }`, vars{"id": id, "after": after}),
			map[string]string{"Accept": "text/event-stream"})
		require.Contains(t, a.Body, `"code"`)
		require.NotContains(t, a.Body, "INTERNAL", "%v", after)
	}
}
