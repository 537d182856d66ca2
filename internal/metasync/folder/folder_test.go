package folder

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

var collections = map[string]string{
	"artifact-types": "artifact-types", "mj: artifact types": "artifact-types", "agents": "agents", "models": "models", "projects": "projects",
}

func options() Options {
	return Options{
		Name:       "shop",
		Collection: func(name string) (string, bool) { c, ok := collections[strings.ToLower(name)]; return c, ok },
		Env:        func(name string) (string, bool) { return "ALL", name == "CAPTURE" },
	}
}

// TestShop reads a folder with every feature and compares it with testdata/shop.golden.json.
func TestShop(t *testing.T) {
	root, err := os.OpenRoot("testdata/shop")
	require.NoError(t, err)
	defer root.Close()
	records, err := Read(root.FS(), options())
	require.NoError(t, err)
	have, err := json.MarshalIndent(shown(records), "", "  ")
	require.NoError(t, err)
	golden := filepath.Join("testdata", "shop.golden.json")
	if *update {
		require.NoError(t, os.WriteFile(golden, append(have, '\n'), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), string(have)+"\n")
}

func shown(records []Record) (out []map[string]any) {
	for _, r := range records {
		out = append(out, map[string]any{"at": Position{r.File, r.Line}.String(), "record": r.JSON})
	}
	return out
}

func TestPositions(t *testing.T) {
	records, err := Read(fstest.MapFS{"projects/a.json": {Data: []byte("[\n{\"fields\":\n{ \"Name\": \"A\",\n\"rootPath\": 7 } } ]")}}, options())
	require.NoError(t, err)
	require.Equal(t, "projects/a.json:2", records[0].Field("", "").String())
	require.Equal(t, "projects/a.json:4", records[0].Field("records[0]", "ROOTPATH").String())
}

func TestIncludeAndExclude(t *testing.T) {
	root := os.DirFS("testdata/shop")
	read := func(include, exclude string) int {
		o := options()
		o.Include, o.Exclude = strings.Fields(include), strings.Fields(exclude)
		records, err := Read(root, o)
		require.NoError(t, err)
		return len(records)
	}
	require.Equal(t, 1, read("projects", ""))
	require.Equal(t, 3, read("pro* agents", ""))
	require.Equal(t, 3, read("", "artifact-types models"))
}

func TestFolderMayBeACollectionItself(t *testing.T) {
	records, err := Read(os.DirFS("testdata/shop/models"), Options{Name: "models", Collection: options().Collection})
	require.NoError(t, err)
	require.Len(t, records, 2)
	records, err = Read(os.DirFS("testdata/shop/artifact-types/nested"), Options{Name: "artifact-types", Collection: options().Collection})
	require.NoError(t, err)
	require.Len(t, records, 2)
}

// refusals are folders that cannot be read: one file each, and a part of the error.
var refusals = []struct{ name, file, content, says string }{
	{"empty folder", "other/readme.md", "", "no records"},
	{"invalid JSON", "projects/a.json", "{\n \"fields\": {,}}", "projects/a.json:2: The file is not valid JSON"},
	{"ends too early", "projects/a.json", "{\n\n\"fields\"", "projects/a.json:3"},
	{"two values", "projects/a.json", "{\"fields\":{}}\n{}", "projects/a.json:2: There is text"},
	{"key twice", "projects/a.json", "{\"fields\":{\n\"Name\":1,\n\"Name\":2}}", `projects/a.json:3: The key "Name" occurs twice`},
	{"key twice in YAML", "projects/a.yaml", "fields:\n  a: 1\n  a: 2\n", "projects/a.yaml:3"},
	{"tab in YAML", "projects/a.yaml", "fields:\n\tName: A\n", "projects/a.yaml:2"},
	{"no fields", "projects/a.json", "[\n{}]", `projects/a.json:2: This record has no "fields"`},
	{"no record", "projects/a.yaml", "- 7", "projects/a.yaml:1: A record must be an object"},
	{"unknown entity", "queries/.mj-sync.json", `{"entity":"MJ: Queries"}`, `"MJ: Queries" is not one`},
	{"broken configuration", "queries/.mj-sync.json", `[]`, "queries/.mj-sync.json:1: A configuration must"},
	{"missing file", "projects/a.json", "{\"fields\":{\n\"Name\":\"@file:none.md\"}}", `projects/a.json:2: The file "projects/none.md"`},
	{"file outside", "projects/a.json", `{"fields":{"Name":"@file:../../secret"}}`, "is outside the folder"},
	{"file outside, unclean", "projects/a.json", `{"fields":{"Name":"@file:x/../../../secret"}}`, "is outside the folder"},
	{"absolute file", "projects/a.json", `{"fields":{"Name":"@file:/etc/passwd"}}`, "is outside the folder"},
	{"file of Windows", "projects/a.json", `{"fields":{"Name":"@file:..\\secret"}}`, "is outside the folder"},
	{"includes itself", "projects/a.json", `{"fields":{"@include":"a.json"}}`, "includes itself"},
	{"template that is not an object", "projects/a.json", `{"fields":{"@template":"../list.json"}}`, "not an object"},
	{"include mode", "projects/a.json", `{"fields":{"@include":{"file":"b.json","mode":"element"}}}`, "mode"},
	{"no variable", "projects/a.json", `{"fields":{"Name":"@env:NONE"}}`, "NONE is not set"},
	{"url", "projects/a.json", `{"fields":{"Name":"@url:http://localhost/"}}`, "not fetched"},
	{"bytes", "projects/a.json", "\xff\xfe{}", "not UTF-8"},
	{"deep JSON", "projects/a.json", strings.Repeat("[", 100_000), "is nested deeper"},
	{"deep YAML", "projects/a.yaml", strings.Repeat("[", 100_000), "is nested deeper"},
	{"deep YAML of dashes", "projects/a.yaml", strings.Repeat("- ", 100_000), "is nested deeper"},
	{"alias without an anchor", "projects/a.yaml", "fields:\n  Name: *none\n", "projects/a.yaml:2"},
	{"anchor in itself", "projects/a.yaml", "fields: &a\n  Name: *a\n", "projects/a.yaml"},
	{"not a number", "projects/a.yaml", "fields:\n  Name: .nan\n", "projects/a.yaml:2: The number cannot"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		_, err := Read(fstest.MapFS{c.file: {Data: []byte(c.content)}, "list.json": {Data: []byte("[]")}, "projects/ok.json": {Data: []byte(`{"fields":{}}`)}}, options())
		if c.name == "empty folder" {
			_, err = Read(fstest.MapFS{c.file: {Data: []byte(c.content)}}, options())
		}
		require.ErrorContains(t, err, c.says, c.name)
	}
}

func TestBombsAreBounded(t *testing.T) {
	var anchors strings.Builder
	anchors.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		before := "*a" + string(rune('a'+i-2))
		if i == 1 {
			before = "*a0"
		}
		anchors.WriteString("k" + string(rune('a'+i)) + ": &a" + string(rune('a'+i-1)) + " [" + strings.Repeat(before+", ", 9) + before + "]\n")
	}
	_, err := Read(fstest.MapFS{"projects/a.yaml": {Data: []byte(anchors.String())}}, options())
	require.ErrorContains(t, err, "expands to more")

	includes := fstest.MapFS{"projects/p.json": {Data: []byte(`{"fields":{"Name":"@file:0.md"}}`)}}
	for i := range 40 {
		name, next := string(rune('0'+i)), string(rune('0'+i+1))
		includes["projects/"+name+".md"] = &fstest.MapFile{Data: []byte(strings.Repeat("{@include "+next+".md}", 4))}
	}
	_, err = Read(includes, options())
	require.Error(t, err)
}

func TestSymbolicLinksStayInside(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("s"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "meta", "projects"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "meta", "projects", "link.md")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "meta", "projects", "a.json"), []byte(`{"fields":{"Name":"@file:link.md"}}`), 0o600))
	root, err := os.OpenRoot(filepath.Join(dir, "meta"))
	require.NoError(t, err)
	defer root.Close()
	_, err = Read(root.FS(), options())
	require.ErrorContains(t, err, "cannot be opened")
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"**/.*.json", "types/.a.json", true},
		{"**/.*.json", "types/x/y/.a.json", true},
		{"**/.*.json", "types/x/a.json", false},
		{"**/*.json", "types/x/.a.json", false},
		{"*.json", "types/x/a.json", true},
		{"x/*.json", "types/a.json", false},
		{"x/*.json", "types/x/a.json", true},
		{".*.json", "types/.mj-sync.json", false},
		{"", "types/a.yaml", true},
		{"", "types/x/a.yaml", false},
		{"", "types/a.md", false},
	} {
		require.Equal(t, c.want, config{pattern: c.pattern, base: "types"}.holds(c.file), c.pattern+" "+c.file)
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range refusals {
		if len(c.content) > 1000 {
			continue // the fuzzer would spend its time on making them smaller
		}
		f.Add([]byte(c.content), strings.HasSuffix(c.file, "yaml"))
	}
	f.Add([]byte("- fields: &a {b: [1, 2.5, ~, 'x']}\n- fields:\n    <<: *a\n"), true)
	f.Fuzz(func(t *testing.T, data []byte, isYAML bool) {
		name := map[bool]string{true: "projects/a.yaml", false: "projects/a.json"}[isYAML]
		records, err := Read(fstest.MapFS{name: {Data: data}}, options())
		for _, r := range records {
			require.True(t, err == nil && json.Valid(r.JSON))
		}
	})
}
