package tool

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const service = `
base: &base {image: app, ports: [80, 0x1F]}
web:
  <<: *base
  image: web  # a comment
  limits: {cpu: .5, memory: .inf, none: ~, on: yes, big: 12345678901234567890}
  when: 2024-01-31
1: one
? [a, b]
: list
text: |
  two
  lines
`

func TestYAML(t *testing.T) {
	for _, tt := range []struct{ name, content, path, want string }{
		{"merged keys", service, "web.ports", `[80,31]`},
		{"own keys override merged ones", service, "web.image", `"web"`},
		{"numbers", service, "web.limits.cpu", `0.5`},
		{"numbers that JSON does not have", service, "web.limits.memory", `".inf"`},
		{"big numbers keep their digits", service, "web.limits.big", `12345678901234567890`},
		{"null", service, "web.limits.none", `null`},
		{"yes is a text, as in YAML 1.2", service, "web.limits.on", `"yes"`},
		{"dates are texts", service, "web.when", `"2024-01-31"`},
		{"keys that are not text", service, "1", `"one"`},
		{"keys that are lists", "? [a, b]\n: list", "", `{"[\"a\",\"b\"]":"list"}`},
		{"multi-line texts", service, "text", `"two\nlines\n"`},
		{"several documents", "a: 1\n---\nb: 2\n", "", `[{"a":1},{"b":2}]`},
		{"JSON is YAML", `{"a": [1, "x"]}`, "a", `[1,"x"]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "yaml", tt.content, "json_path", fmt.Sprintf(`{"path":%q}`, tt.path))
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestTOML(t *testing.T) {
	const config = "title = \"x\"\nn = 1_000\nf = 1e3\nbad = inf\n[a.b]\nwhen = 1979-05-27T07:32:00Z\nday = 1979-05-27\nat = 07:32:00\n[[list]]\nx = 1\n[[list]]\nx = [true, {y = 2}]\n"
	for path, want := range map[string]string{
		"title": `"x"`, "n": `1000`, "f": `1000`, "bad": `"+Inf"`, "a.b.when": `"1979-05-27T07:32:00Z"`, "a.b.day": `"1979-05-27"`, "a.b.at": `"07:32:00"`,
		"list": `[{"x":1},{"x":[true,{"y":2}]}]`,
	} {
		r, got := ask(t, "toml", config, "json_path", fmt.Sprintf(`{"path":%q}`, path))
		require.True(t, r.Success, r.ErrorMessage)
		require.Equal(t, want, got, path)
	}
}

func TestDecoded_failures(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for i := range 12 {
		fmt.Fprintf(&laughs, "a%d: &a%[1]d [%s*a%d]\n", i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	long := "t: &t " + strings.Repeat("x", 1<<20) + "\nall: [" + strings.Repeat("*t, ", 1000) + "]"
	for _, tt := range []struct{ name, library, content, says string }{
		{"aliases of aliases", "yaml", laughs.String(), "expands"},
		{"aliases of a long text", "yaml", long, "expands"},
		{"an alias of itself", "yaml", "a: &a [*a]", "nested"},
		{"deep YAML", "yaml", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nested"},
		{"broken YAML says where", "yaml", "a: [1\nb: 2", "line"},
		{"an unknown alias", "yaml", "a: *nobody", "nobody"},
		{"empty YAML", "yaml", "# nothing", "empty"},
		{"broken TOML says where", "toml", "a = 1\nb = ", "line 2"},
		{"deep TOML", "toml", "a = " + strings.Repeat("[", 100_000), "nested"},
		{"deep keys of TOML", "toml", "[" + strings.Repeat("a.", 100_000) + "b]", "nested"},
		{"very many keys in TOML", "toml", manyKeys(100_000), "keys"},
		{"very many tables in TOML", "toml", strings.Repeat("[[a]]\n", 100_000), "keys"},
		{"a duplicate key in TOML", "toml", "a = 1\na = 2", "a"},
		{"too large", "yaml", strings.Repeat("- a\n", 3<<20), "parse at most"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			started := time.Now()
			r, _ := ask(t, tt.library, tt.content, "json_keys", ``)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
			require.Less(t, time.Since(started), 10*time.Second)
			r, _ = ask(t, tt.library, tt.content, "head", ``)
			require.True(t, r.Success, "the text tools still work")
		})
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "key%d = 1\n", i)
	}
	return b.String()
}

func TestTOML_with_the_most_keys_is_read(t *testing.T) {
	r, got := ask(t, "toml", manyKeys(30_000), "json_keys", ``)
	require.True(t, r.Success, r.ErrorMessage)
	require.Contains(t, got, `"count":30000`)
}

func FuzzYAML(f *testing.F) {
	f.Add([]byte(service))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		kit.Find("yaml").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: "json_schema"})
	})
}

func FuzzTOML(f *testing.F) {
	f.Add([]byte("a.b = [1, {c = 'd'}]\n[[e]]\nf = 1979-05-27"))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		kit.Find("toml").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: "json_schema"})
	})
}
