package tool

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const store = `{"store":{"books":[{"t":"a","p":8},{"t":"b","p":22}]},"key.dot":{"x":1},"toString":null,"n":12345678901234567890}`

func TestJSON(t *testing.T) {
	tests := []struct{ name, content, tool, input, want string }{
		{"dot path", store, "json_path", `{"path":"store.books.1.p"}`, `22`},
		{"dot path with brackets", store, "json_path", `{"path":"store.books[1].p"}`, `22`},
		{"dot path through a key with a dot", store, "json_path", `{"path":"key.dot.x"}`, `1`},
		{"a key that JavaScript objects inherit", store, "json_path", `{"path":"toString"}`, `null`},
		{"big numbers keep their digits", store, "json_path", `{"path":"n"}`, `12345678901234567890`},
		{"empty path is the root", `[1]`, "json_path", ``, `[1]`},
		{"filter", store, "json_path", `{"path":"$.store.books[?@.p > 10].t"}`, `{"matches":[{"path":"$['store']['books'][1]['t']","value":"b"}]}`},
		{"wildcards come in key order", `{"b":1,"a":2}`, "json_path", `{"path":"$.*"}`, `{"matches":[{"path":"$['a']","value":2},{"path":"$['b']","value":1}]}`},
		{"descendants", store, "json_path", `{"path":"$..p"}`, `{"matches":[{"path":"$['store']['books'][0]['p']","value":8},{"path":"$['store']['books'][1]['p']","value":22}]}`},
		{"slices", `[0,1,2,3,4]`, "json_path", `{"path":"$[1:4:2]"}`, `{"matches":[{"path":"$[1]","value":1},{"path":"$[3]","value":3}]}`},
		{"slices backwards", `[0,1,2]`, "json_path", `{"path":"$[::-2]"}`, `{"matches":[{"path":"$[2]","value":2},{"path":"$[0]","value":0}]}`},
		{"last item", `[0,1,2]`, "json_path", `{"path":"$[-1]"}`, `{"matches":[{"path":"$[2]","value":2}]}`},
		{"match is anchored", `["ab","b"]`, "json_path", `{"path":"$[?match(@, 'b|c')]"}`, `{"matches":[{"path":"$[1]","value":"b"}]}`},
		{"search is not anchored", `["ab","c","match(x)"]`, "json_path", `{"path":"$[?search(@, 'b') || @ == 'match(x)']"}`, `{"matches":[{"path":"$[0]","value":"ab"},{"path":"$[2]","value":"match(x)"}]}`},
		{"a dot does not match a line break", `["a\nb","a\rb","axb"]`, "json_path", `{"path":"$[?match(@, 'a.b')]"}`, `{"matches":[{"path":"$[2]","value":"axb"}]}`},
		{"length and count", `[[1],[1,2]]`, "json_path", `{"path":"$[?length(@) > 1 && count(@.*) == 2]"}`, `{"matches":[{"path":"$[1]","value":[1,2]}]}`},
		{"no match", store, "json_path", `{"path":"$.nothing"}`, `{"matches":[]}`},
		{"keys", store, "json_keys", `{"path":"store.books.0"}`, `{"count":2,"keys":["p","t"],"type":"object"}`},
		{"keys of an array", store, "json_keys", `{"path":"$.store.books"}`, `{"count":2,"keys":[0,1],"type":"array"}`},
		{"search", store, "json_search", `{"key":"t","pattern":"^b"}`, `{"matches":[{"path":"$['store']['books'][1]['t']","value":"b"}]}`},
		{"search in numbers", store, "json_search", `{"key":"p","pattern":"^2"}`, `{"matches":[{"path":"$['store']['books'][1]['p']","value":22}]}`},
		{"iterate the root", `[1,2,3]`, "json_iterate", `{"start":1,"count":1}`, `{"items":[2],"start":1,"total":3}`},
		{"iterate from the end", `[1,2,3]`, "json_iterate", `{"start":-1}`, `{"items":[3],"start":2,"total":3}`},
		{"iterate past the end", `[1]`, "json_iterate", `{"start":9}`, `{"items":[],"start":1,"total":1}`},
		{"NDJSON", "{\"a\":1}\n{\"a\":2}\n", "json_path", `{"path":"$[*].a"}`, `{"matches":[{"path":"$[0]['a']","value":1},{"path":"$[1]['a']","value":2}]}`},
		{"a byte order mark", "\uFEFF[1]", "json_path", `{"path":"0"}`, `1`},
		{"duplicate keys: the last counts", `{"a":1,"a":2}`, "json_path", `{"path":"a"}`, `2`},
		{"shape", `[{"a":1,"b":"x"},{"a":1.5}]`, "json_schema", `{}`, `{"items":{"properties":{"a":{"type":"number"},"b":{"type":"string"}},"required":["a"],"type":"object"},"maxItems":2,"type":"array"}`},
		{"shape of mixed values", `[1,null]`, "json_schema", `{}`, `{"items":{"type":["integer","null"]},"maxItems":2,"type":"array"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "json", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestJSON_failures(t *testing.T) {
	tests := []struct{ name, content, tool, input, says string }{
		{"a field of the wrong type", store, "json_path", `{"path":7}`, `"path"`},
		{"what was expected", store, "json_path", `{"path":7}`, "path (string)"},
		{"a missing field", store, "json_search", `{"key":"t"}`, "pattern"},
		{"an unknown field", store, "json_keys", `{"pth":"t"}`, "pth"},
		{"an unknown path lists the keys", store, "json_path", `{"path":"store.book"}`, "books"},
		{"an index out of range", store, "json_path", `{"path":"store.books.7"}`, "2 items"},
		{"an empty segment", `[1]`, "json_path", `{"path":"0."}`, "does not exist"},
		{"a scalar has no keys", store, "json_keys", `{"path":"n"}`, "integer"},
		{"not an array", store, "json_iterate", `{"arrayPath":"store"}`, "object"},
		{"a broken JSONPath", store, "json_path", `{"path":"$.a[?"}`, "RFC 9535"},
		{"a path with several matches where one is required", store, "json_keys", `{"path":"$..p"}`, "exactly one"},
		{"invalid JSON reports the line", "{\n  \"a\": tru\n}", "json_path", `{}`, "line 2"},
		{"too deep", strings.Repeat("[", 600) + strings.Repeat("]", 600), "json_path", `{}`, "600 levels deep"},
		{"a fraction for a whole number", `[1]`, "json_iterate", `{"start":1.5}`, "start"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "json", tt.content, tt.tool, tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestJSON_invalid_content_can_be_read_as_text(t *testing.T) {
	for _, tool := range []string{"get_full", "get_metadata"} {
		r, _ := ask(t, "json", `{"a":`, tool, ``)
		require.True(t, r.Success, r.ErrorMessage)
	}
}

func TestJSON_expensive_paths_end(t *testing.T) {
	many := `[` + strings.TrimSuffix(strings.Repeat(`{"a":[1,2,3]},`, 20_000), ",") + `]`
	for name, path := range map[string]string{
		"search within a filter":     "$[?count($..a) > 1]",
		"descendants of descendants": "$..*..*..*..*..*",
		"patterns":                   `$..[?search(@, "(a+)+.+$")]`,
	} {
		t.Run(name, func(t *testing.T) {
			input, _ := json.Marshal(jsonPathInput{path})
			started := time.Now()
			ask(t, "json", many, "json_path", string(input))
			require.Less(t, time.Since(started), 10*time.Second)
		})
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(store), "$..[?@.p > 1]")
	f.Add([]byte("{\"a\":1}\n[2]"), "a.b[0]")
	f.Fuzz(func(t *testing.T, content []byte, path string) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		input, _ := json.Marshal(jsonPathInput{path})
		for _, tool := range []string{"json_path", "json_keys", "json_schema"} {
			kit.Find("json").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool, Input: input})
		}
	})
}

func BenchmarkJSON_second_call(b *testing.B) {
	content := `[` + strings.TrimSuffix(strings.Repeat(`{"name":"an item","price":12.5},`, 50_000), ",") + `]`
	rt, doc := kit.NewRuntime(kit.Options{}), documentOf("big.json", []byte(content))
	call := kit.Call{Tool: "json_path", Input: json.RawMessage(`{"path":"$[40000].name"}`)}
	kit.Find("json").Invoke(b.Context(), rt, doc, call)
	for b.Loop() {
		require.True(b, kit.Find("json").Invoke(b.Context(), rt, doc, call).Success)
	}
}
