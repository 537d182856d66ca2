package metasync

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		``: `null`, ` null `: `null`, `{"b":1,"a":[1.50,1e2,-0]}`: `{"a":[1.5,100,0],"b":1}`, `"é"`: `"é"`, `{`: `null`,
		`12345678901234567890`: `12345678901234567000`, `"a\/b"`: `"a/b"`,
	} {
		once := Canonical(models.JSON(in))
		require.Equal(t, want, string(once), in)
		require.Equal(t, want, string(Canonical(once)), in)
		require.True(t, !simple(models.JSON(in)) || in == want, in)
	}
}

// takes returns a function that shows the result of a parser: JSON, or "fault".
func takes[V any](parse func(models.JSON) (V, error)) func(string) string {
	return func(in string) string {
		v, err := parse(models.JSON(in))
		if err != nil {
			return "fault"
		}
		return string(models.ToJSON(v))
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		name  string
		takes func(string) string
		cases map[string]string
	}{
		{"text", takes(text), map[string]string{`"a"`: `"a"`, `null`: `""`, `7`: "fault", `"\u0000"`: "fault", `["a"]`: "fault"}},
		{"whole", takes(whole), map[string]string{`7`: `7`, `-7`: `-7`, `null`: "fault", `7.5`: "fault", `"7"`: "fault", `2147483648`: "fault", `1e99`: "fault"}},
		{"optional whole", takes(optional(whole)), map[string]string{`7`: `7`, `null`: `null`, `""`: `null`, `"x"`: "fault"}},
		{"truth", takes(truth), map[string]string{`true`: `true`, `null`: "fault", `1`: "fault", `"true"`: "fault"}},
		{"texts", takes(texts), map[string]string{`["a","b"]`: `["a","b"]`, `"a, b,"`: `["a","b"]`, `null`: `[]`, `[1]`: "fault", `{}`: "fault"}},
		{"delivery", takes(oneOf(models.DeliveryModes)), map[string]string{`"ToolsOnly"`: `"TOOLS_ONLY"`, `"TOOLS_ONLY"`: `"TOOLS_ONLY"`, `"inline"`: `"INLINE"`, `"Auto"`: "fault", `null`: "fault", `""`: "fault"}},
		{"creation", takes(oneOf(models.CreationModes)), map[string]string{`"System Only"`: `"SYSTEM_ONLY"`, `"never"`: `"NEVER"`}},
		{"anything", takes(anything), map[string]string{`{"b":1,"a":2}`: `{"a":2,"b":1}`, `"{\"a\": 1}"`: `{"a":1}`, `""`: `null`, `null`: `null`, `"text"`: "fault", `["\u0000"]`: "fault", `["\\u0000"]`: `["\\u0000"]`}},
		{"rules", takes(rules), map[string]string{`[{"name":"a"}]`: `[{"name":"a"}]`, `null`: `null`, `{}`: "fault", `[{"name":"a"},{"name":"a"}]`: "fault", `[7]`: "fault"}},
		{"library", takes(optional(library)), map[string]string{`"JSONToolLibrary"`: `"json"`, `"CSV"`: `"csv"`, `null`: `null`, `""`: `null`, `"NoToolLibrary"`: "fault"}},
	} {
		for in, want := range c.cases {
			require.Equal(t, want, c.takes(in), c.name+" "+in)
		}
	}
}

func TestParseLookup(t *testing.T) {
	l, err := parseLookup("@lookup:MJ: AI Models.Name=a?b&provider=x?create&ContextTokens=%31%30&Provider=a%26b?allowDefer")
	require.NoError(t, err)
	require.Equal(t, drivers, l.kind)
	require.Equal(t, []criterion{{"name", "a?b"}, {"provider", "x"}}, l.criteria)
	require.Equal(t, []criterion{{"contextTokens", "10"}, {"provider", "a&b"}}, l.extra)
	require.True(t, l.create)

	l, err = parseLookup("@lookup:Agents.defaultModel=@lookup:Models.name=a&provider=b")
	require.NoError(t, err, "collections may be named as in the API")
	require.Equal(t, []criterion{{"defaultModelId", "@lookup:Models.name=a&provider=b"}}, l.criteria)
}

func TestEveryFieldHasOneMeaning(t *testing.T) {
	for _, k := range kinds {
		for _, name := range k.fieldNames() {
			field, ok := k.field(name)
			require.True(t, ok)
			require.Equal(t, name, field.name, k.name())
		}
	}
}

func FuzzReadItems(f *testing.F) {
	f.Add(`{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Artifact Types.Name=B?create&ContentType=a%2Fc"}}`)
	f.Add(`{"collection":"projects","primaryKey":{"ID":"x"},"fields":{"Name":"@parent:Name"},"relatedEntities":{"Agents":[{"fields":{"Name":"@root:Name"}}]}}`)
	f.Add(`{"collection":"agents","fields":{"Name":"A","ProducibleTypes":["@lookup:Artifact Types.Name=@lookup:Models.Name=x"],"Capture":null}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		items, problems := readItems([]models.JSON{models.JSON(raw), models.JSON(raw)})
		r := &resolver{items: items, known: identityOf(nil, nil)}
		wanted, err := r.resolve()
		require.NoError(t, err)
		_, clashes := finalOf(nil, wanted)
		if len(problems)+len(r.problems)+len(clashes) > 0 {
			return
		}
		var existing []Row
		for _, w := range wanted {
			if !w.Delete {
				existing = append(existing, w.kind().row(w.declared))
			}
		}
		require.Empty(t, PlanOf(existing, wanted, nil).Updates, "stored records need no update")
	})
}
