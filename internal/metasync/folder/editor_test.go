package folder

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// edits change one field of the first record of a file: the new text, or why it stays.
var edits = []struct{ name, file, before, field, value, after, stays string }{
	{
		name: "a text", file: "a.json", field: "name", value: `"B <&>"`,
		before: "{ \"fields\": { \"name\":\t\"A\", \"rootPath\": \"/\" } }\n", after: "{ \"fields\": { \"name\":\t\"B <&>\", \"rootPath\": \"/\" } }\n",
	},
	{
		name: "a list on one line stays on one", file: "a.json", field: "Ext", value: `["a","b"]`,
		before: `{"fields": {"Ext": ["a"]}}`, after: `{"fields": {"Ext": ["a", "b"]}}`,
	},
	{
		name: "a list on several lines stays on several", file: "a.json", field: "Ext", value: `["a","b"]`,
		before: "{\n\t\"fields\": {\n\t\t\"Ext\": [\n\t\t\t\"a\"\n\t\t]\n\t}\n}", after: "{\n\t\"fields\": {\n\t\t\"Ext\": [\n\t\t\t\"a\",\n\t\t\t\"b\"\n\t\t]\n\t}\n}",
	},
	{
		name: "only nested differences", file: "a.json", field: "rules", value: `[{"expr":"y","name":"n"},{"name":"m"}]`,
		before: `{"fields": {"rules": [ {"name":"n", "expr" : "x"}, {"name":"m"} ]}}`, after: `{"fields": {"rules": [ {"name":"n", "expr" : "y"}, {"name":"m"} ]}}`,
	},
	{
		name: "keys keep their order", file: "a.json", field: "rules", value: `[{"a":2,"z":1},{"a":3}]`,
		before: `{"fields": {"rules": [{"z": 1, "a": 1}]}}`, after: `{"fields": {"rules": [{"z": 1, "a": 2}, {"a": 3}]}}`,
	},
	{
		name: "a byte order mark and CR LF", file: "a.json", field: "new", value: `{"a":1}`,
		before: "\ufeff{\r\n  \"fields\": {\r\n    \"name\": \"A\"\r\n  }\r\n}\r\n",
		after:  "\ufeff{\r\n  \"fields\": {\r\n    \"name\": \"A\",\r\n    \"new\": {\r\n      \"a\": 1\r\n    }\r\n  }\r\n}\r\n",
	},
	{name: "a first field", file: "a.json", field: "name", value: `"A"`, before: `{"fields":{}}`, after: `{"fields":{ "name": "A"}}`},
	{
		name: "a value of a template", file: "a.json", field: "name", value: `"B"`,
		before: `{"fields": {"@template": "../t.json"}}`, after: `{"fields": {"@template": "../t.json", "name": "B"}}`,
	},
	{name: "a value of a variable", file: "a.json", field: "name", value: `"B"`, before: `{"fields": {"name": "@env:CAPTURE"}}`, stays: "@env:CAPTURE stays"},
	{name: "a look-up", file: "a.json", field: "parent", value: `"@lookup:T.Name=B"`, before: `{"fields": {"parent": "@lookup:T.Name=A?allowDefer"}}`, after: `{"fields": {"parent": "@lookup:T.Name=B"}}`},
	{name: "fields of another file", file: "a.json", field: "name", value: `"B"`, before: `{"fields": "@file:../t.json"}`, stays: "are in another file"},
	{name: "a plain YAML text", file: "a.yaml", field: "name", value: `"B c"`, before: "fields:\n  name: A  # ours\n  x: 1\n", after: "fields:\n  name: B c  # ours\n  x: 1\n"},
	{name: "a YAML text that needs quotes", file: "a.yaml", field: "name", value: `"yes"`, before: "- fields:\n    name: 'A'\n- fields: {name: B}\n", after: "- fields:\n    name: \"yes\"\n- fields: {name: B}\n"},
	{name: "a YAML block", file: "a.yaml", field: "text", value: `"a\n\nb\n"`, before: "# first\nfields:\n  text: |\n    one\n    # two\n\n  name: A\n", after: "# first\nfields:\n  text: |\n    a\n\n    b\n\n  name: A\n"},
	{name: "a YAML list", file: "a.yml", field: "ext", value: `["a","b"]`, before: "fields:\n  ext:\n  - a\n  name: A\n", after: "fields:\n  ext: [\"a\", \"b\"]\n  name: A\n"},
	{name: "YAML in braces", file: "a.yml", field: "ext", value: `["a","b"]`, before: "fields: {näme: ä, ext: [\"a, }\"], name: A}\n", after: "fields: {näme: ä, ext: [\"a\", \"b\"], name: A}\n"},
	{name: "a new field in YAML", file: "a.yml", field: "new", value: `7`, before: "fields:\n  name: |\n    A\n---\nfields: {name: B}\n", after: "fields:\n  name: |\n    A\n  new: 7\n---\nfields: {name: B}\n"},
	{name: "a new field in braces", file: "a.yml", field: "new", value: `null`, before: "fields: {name: A }\n", after: "fields: {name: A, new: null }\n"},
	{name: "a value of a YAML merge", file: "a.yml", field: "x", value: `2`, before: "fields:\n  name: A\n  <<: {x: 1}\n", after: "fields:\n  name: A\n  x: 2\n  <<: {x: 1}\n"},
	{name: "an anchor that is used elsewhere", file: "a.yml", field: "name", value: `"B"`, before: "- fields:\n    name: &n A\n- fields:\n    name: *n\n", stays: "cannot be changed in place"},
}

func TestEdits(t *testing.T) {
	for _, c := range edits {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{"projects/" + c.file: {Data: []byte(c.before)}, "t.json": {Data: []byte(`{"name": "T"}`)}}
			e, err := Open(root, options())
			require.NoError(t, err)
			err = e.Set(0, "records[0]", c.field, json.RawMessage(c.value))
			changed, dropped, applied := e.Apply()
			require.NoError(t, applied)
			if c.stays != "" {
				require.Contains(t, Problems(append(dropped, asProblems(err)...)).Error(), c.stays)
				require.Empty(t, e.Changed())
				return
			}
			require.NoError(t, err)
			require.True(t, changed)
			require.Equal(t, c.after, string(e.Changed()["projects/"+c.file]))
			_, err = Read(overlay{root, e.Changed()}, options())
			require.NoError(t, err)
			require.NoError(t, e.Set(0, "records[0]", c.field, json.RawMessage(c.value)))
		})
	}
}

func asProblems(err error) (p Problems) { _ = errors.As(err, &p); return p }

func TestEditsChangeTheFileOfTheValue(t *testing.T) {
	root := fstest.MapFS{
		"projects/a.json":         {Data: []byte(`{"fields": {"text": "@file:a.md", "rules": "@file:a.rules/r.json", "shared": "@file:s.md", "made": "@file:m.md"}}`)},
		"projects/b.json":         {Data: []byte(`{"fields": {"shared": "@file:s.md"}}`)},
		"projects/a.md":           {Data: []byte("old\n")},
		"projects/s.md":           {Data: []byte("shared")},
		"projects/m.md":           {Data: []byte("{@include s.md}")},
		"projects/a.rules/r.json": {Data: []byte("[\n    { \"name\": \"n\", \"expr\": \"x\" }\n]\n")},
	}
	e, err := Open(root, options())
	require.NoError(t, err)
	for field, value := range map[string]string{"text": `"new\n"`, "rules": `[{"expr":"y","name":"n"}]`, "shared": `"ours"`, "made": `"whole"`} {
		require.NoError(t, e.Set(0, "records[0]", field, json.RawMessage(value)))
	}
	changed, dropped, err := e.Apply()
	require.NoError(t, err)
	require.True(t, changed && len(dropped) == 0)
	require.Len(t, e.Changed(), 3)
	require.Equal(t, "new\n", string(e.Changed()["projects/a.md"]))
	require.Equal(t, "[\n    { \"name\": \"n\", \"expr\": \"y\" }\n]\n", string(e.Changed()["projects/a.rules/r.json"]))
	require.Equal(t, `{"fields": {"text": "@file:a.md", "rules": "@file:a.rules/r.json", "shared": "ours", "made": "whole"}}`, string(e.Changed()["projects/a.json"]))
}

func TestAdd(t *testing.T) {
	record := func(collection, name string) Addition {
		return Addition{Collection: collection, Name: name, Record: func(defaulted func(string) (json.RawMessage, bool)) json.RawMessage {
			if v, is := defaulted("icon"); is {
				return json.RawMessage(`{"fields":{"Name":"X","Icon":` + string(v) + `}}`)
			}
			return json.RawMessage(`{"fields":{"Name":"X","List":["a"]},"primaryKey":{"ID":"7"}}`)
		}}
	}
	e, err := Open(fstest.MapFS{
		"types/.mj-sync.json":    {Data: []byte(`{"entity":"MJ: Artifact Types","filePattern":"**/.*.json","defaults":{"Icon":"i"}}`)},
		"agents/clerk.json":      {Data: []byte(`{"fields":{}}`)},
		"projects/.mj-sync.json": {Data: []byte(`{"entity":"projects","filePattern":"*-project.json"}`)},
	}, options())
	require.NoError(t, err)
	for _, c := range []struct{ collection, name, file string }{
		{"artifact-types", "E-mail / Größe!", "types/.e-mail-größe.json"},
		{"artifact-types", "e mail größe", "types/.e-mail-größe-2.json"},
		{"agents", "Clerk", "agents/.clerk.json"},
		{"models", "../../etc", "models/.etc.json"},
		{"models", "…", "models/.record.json"},
		{"projects", "Shop", "projects/shop-project.json"},
	} {
		file, ok, err := e.Add(record(c.collection, c.name))
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, c.file, file)
	}
	_, _, err = e.Apply()
	require.NoError(t, err)
	require.Len(t, e.Records(), 7)
	require.Equal(t, "{\n  \"fields\": {\n    \"Name\": \"X\",\n    \"Icon\": \"i\"\n  }\n}\n", string(e.Changed()["types/.e-mail-größe.json"]))
	require.Equal(t, "{\n  \"fields\": {\n    \"Name\": \"X\",\n    \"List\": [\"a\"]\n  },\n  \"primaryKey\": {\n    \"ID\": \"7\"\n  }\n}\n", string(e.Changed()["models/.etc.json"]))

	o := options()
	o.Include = []string{"agents"}
	e, err = Open(fstest.MapFS{"agents/clerk.json": {Data: []byte(`{"fields":{}}`)}}, o)
	require.NoError(t, err)
	_, ok, err := e.Add(record("models", "eye"))
	require.NoError(t, err)
	require.False(t, ok, "a directory that is not included")
}

func TestSources(t *testing.T) {
	records, err := Read(fstest.MapFS{
		"projects/.mj-sync.json": {Data: []byte(`{"entity":"projects","filePattern":"*.json","defaults":{"icon":"i"}}`)},
		"projects/a.json":        {Data: []byte(`{"fields": {"name": "A", "text": "@file:a.md", "list": ["@file:b.md"]}, "relatedEntities": {"AI Agents": [{"fields": {"@template": "../t.json"}}]}}`)},
		"projects/a.md":          {Data: []byte("{@include b.md}")}, "projects/b.md": {Data: []byte("b")}, "t.json": {Data: []byte(`{"Name": "T"}`)},
	}, options())
	require.NoError(t, err)
	at := "records[0]"
	require.Empty(t, records[0].Sources(at, "Name"))
	require.Equal(t, []string{"projects/a.md", "projects/b.md"}, records[0].Sources(at, "TEXT"))
	require.Equal(t, []string{"projects/b.md"}, records[0].Sources(at, "none", "list"))
	require.Equal(t, []string{"projects/.mj-sync.json"}, records[0].Sources(at, "icon"))
	require.Equal(t, []string{"t.json"}, records[0].Sources(at+`.relatedEntities["AI Agents"][0]`, "name"))
	require.Equal(t, "projects/a.json:1", records[0].Field(at+`.relatedEntities["AI Agents"][0]`, "none").String())
}

// FuzzEdit sets a field and reads it back: it has the new value, or the file is unchanged and reported.
func FuzzEdit(f *testing.F) {
	for _, c := range edits {
		f.Add(c.before, c.field, c.value, isYAML(c.file))
	}
	f.Fuzz(func(t *testing.T, before, field, value string, yaml bool) {
		want, err := parseJSON("", []byte(value))
		if err != nil || want.refers() || !utf8.ValidString(field+value) {
			t.Skip()
		}
		name := map[bool]string{true: "projects/a.yaml", false: "projects/a.json"}[yaml]
		e, err := Open(fstest.MapFS{name: {Data: []byte(before)}}, options())
		if err != nil || len(e.Records()) == 0 || e.Set(0, "records[0]", field, json.RawMessage(value)) != nil {
			t.Skip()
		}
		count := len(e.Records())
		_, dropped, err := e.Apply()
		require.NoError(t, err)
		if len(dropped) > 0 {
			t.Skip()
		}
		require.Len(t, e.Records(), count)
		_, have := e.Records()[0].parts[""].field(field)
		require.True(t, have != nil && alike(have, want), string(e.Changed()[name]))
	})
}
