package tool

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// fixture is the test data of a library: one good document and one successful call of each tool. It is the folder
// testdata/<library> with the calls in calls.json, by tool, and the document under any other name.
type fixture struct {
	name    string // of the document
	content []byte
	calls   map[string]json.RawMessage // tool → input
}

func (f fixture) document() kit.Document { return documentOf(f.name, f.content) }

// fixtureOf reads the fixture of a library and fails when there is none.
func fixtureOf(t testing.TB, library string) (f fixture) {
	t.Helper()
	folder := filepath.Join("testdata", library)
	files, err := os.ReadDir(folder)
	require.NoError(t, err, "library %s has no fixture: add %s with calls.json and a document", library, folder)
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		require.NoError(t, err)
		if file.Name() == "calls.json" {
			require.NoError(t, json.Unmarshal(content, &f.calls), "calls.json of library %s", library)
			continue
		}
		require.Empty(t, f.name, "the fixture of library %s has two documents", library)
		f.name, f.content = file.Name(), content
	}
	require.NotEmpty(t, f.name, "the fixture of library %s has no document", library)
	require.NotEmpty(t, f.calls, "the fixture of library %s has no calls.json", library)
	return f
}

func TestFixtures_belong_to_a_library(t *testing.T) {
	folders, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, folder := range folders {
		require.NotNil(t, kit.Find(folder.Name()), "testdata/%s does not belong to a library", folder.Name())
	}
}

func TestConformance(t *testing.T) {
	for _, l := range kit.All() {
		t.Run(l.Name(), func(t *testing.T) {
			t.Parallel()
			f := fixtureOf(t, l.Name())
			t.Run("describes its tools", func(t *testing.T) { describes(t, l, f) })
			t.Run("answers every tool", func(t *testing.T) { answers(t, l, f) })
			t.Run("pages a long answer", func(t *testing.T) { pages(t, l, f) })
			t.Run("rejects bad input", func(t *testing.T) { rejects(t, l, f) })
			t.Run("stops when it is cancelled", func(t *testing.T) { stops(t, l, f) })
			t.Run("survives bad documents", func(t *testing.T) { survives(t, l, f) })
		})
	}
}

func describes(t *testing.T, l kit.Library, f fixture) {
	word := regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)
	toolName := regexp.MustCompile(`^[a-z][a-zA-Z0-9]*(_[a-z0-9]+)*$`) // camelCase where the reference has it
	require.Regexp(t, word, l.Name())
	definitions := l.Definitions()
	require.NotEmpty(t, definitions)
	require.Equal(t, "get_full", definitions[0].Name)
	names := map[string]bool{}
	for _, d := range definitions {
		require.False(t, names[d.Name], "two tools are named %s", d.Name)
		names[d.Name] = true
		require.Regexp(t, toolName, d.Name)
		require.NotEmpty(t, d.Description, "tool %s has no description", d.Name)
		requireSchema(t, d)
	}
	require.True(t, names["get_metadata"], "there is no get_metadata")
	for tool := range f.calls {
		require.True(t, names[tool], "the fixture calls %s, which does not exist", tool)
	}
}

func requireSchema(t *testing.T, d kit.Definition) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.InputSchema))
	require.NoError(t, err, "the schema of %s is not valid JSON", d.Name)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	_, err = c.Compile("s.json")
	require.NoError(t, err, "the schema of %s is not a valid schema", d.Name)
	for name, p := range doc.(map[string]any)["properties"].(map[string]any) {
		require.NotEmpty(t, p.(map[string]any)["description"], "field %s of %s has no description", name, d.Name)
	}
}

func answers(t *testing.T, l kit.Library, f fixture) {
	rt := newTestRuntime(t, kit.Options{})
	for _, d := range l.Definitions() {
		input, ok := f.calls[d.Name]
		require.True(t, ok, "the fixture does not call %s", d.Name)
		r := l.Invoke(t.Context(), rt, f.document(), kit.Call{Tool: d.Name, Input: input})
		require.True(t, r.Success, "%s: %s (%v)", d.Name, r.ErrorMessage, r.Cause)
		_, err := json.Marshal(r.Data)
		require.NoError(t, err)
	}
}

func pages(t *testing.T, l kit.Library, f fixture) {
	const outputCap = 1200
	rt, doc := newTestRuntime(t, kit.Options{OutputCap: outputCap}), f.document()
	for _, d := range l.Definitions() {
		call := kit.Call{Tool: d.Name, Input: f.calls[d.Name]}
		for n := 0; ; n++ {
			require.Less(t, n, 5000, "%s does not end", d.Name)
			r := l.Invoke(t.Context(), rt, doc, call)
			require.True(t, r.Success, "%s page %d: %s (%v)", d.Name, n, r.ErrorMessage, r.Cause)
			require.LessOrEqual(t, kit.SizeOf(r.Data), outputCap, "%s page %d is above the cap", d.Name, n)
			if r.NextCursor == "" {
				break
			}
			requireTamperProof(t, l, rt, doc, call, r.NextCursor)
			call.Cursor = r.NextCursor
		}
	}
}

func requireTamperProof(t *testing.T, l kit.Library, rt *kit.Runtime, doc kit.Document, call kit.Call, cursor string) {
	for _, forged := range []string{cursor + "A", cursor[1:], strings.ToLower(cursor) + "x", "!"} {
		call.Cursor = forged
		r := l.Invoke(t.Context(), rt, doc, call)
		require.False(t, r.Success, "%s accepts the cursor %q", call.Tool, forged)
		require.Contains(t, r.ErrorMessage, "cursor")
	}
}

func rejects(t *testing.T, l kit.Library, f fixture) {
	rt, doc := newTestRuntime(t, kit.Options{}), f.document()
	for _, d := range l.Definitions() {
		for _, bad := range []string{`{"no such field":1}`, `[]`, `7`, `{`, `{"cursor":5}`, `"` + strings.Repeat("x", kit.MaxInputBytes) + `"`} {
			r := l.Invoke(t.Context(), rt, doc, kit.Call{Tool: d.Name, Input: json.RawMessage(bad)})
			require.False(t, r.Success, "%s accepts the input %.40s", d.Name, bad)
			require.NotEmpty(t, r.ErrorMessage)
		}
	}
	r := l.Invoke(t.Context(), rt, doc, kit.Call{Tool: "no_such_tool"})
	require.False(t, r.Success)
	require.Contains(t, r.ErrorMessage, "get_full")
}

// badDocuments returns contents that no library expects.
func badDocuments() map[string][]byte {
	return map[string][]byte{
		"empty":                          {},
		"one NUL":                        {0},
		"garbage":                        bytes.Repeat([]byte{0xff, 0x00, 0x13, 0x80, 'P', 'K', '%'}, 999),
		"deep":                           []byte(strings.Repeat("[", 100_000)),
		"deep objects":                   []byte(strings.Repeat(`{"a":`, 100_000)),
		"long number":                    []byte(strings.Repeat("9", 10_000)),
		"one long line":                  bytes.Repeat([]byte("x,y "), 1<<20),
		"a million line breaks":          bytes.Repeat([]byte("\n"), 1_000_000),
		"quotes":                         bytes.Repeat([]byte(`"`), 100_001),
		"an invalid zip":                 []byte("PK\x03\x04" + strings.Repeat("\x00", 200)),
		"an invalid PDF":                 []byte("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 1 0 R>>\nendobj\ntrailer<</Root 1 0 R>>"),
		"a PNG of 60000 x 60000":         append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x02\x00\x00\x00"), 0x2f, 0x31, 0x5b, 0x11),
		"UTF-16 cut in half":             {0xff, 0xfe, 'a', 0, 'b'},
		"deep XML":                       []byte(strings.Repeat("<a>", 100_000)),
		"expanding entities":             []byte(`<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;&c;</a>`),
		"an invalid gzip":                []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage"),
		"an e-mail with one long header": []byte("Subject: =?utf-8?q?=ff?=" + strings.Repeat("\n x", 10_000)),
		"truncated RTF":                  []byte(`{\rtf1 ` + strings.Repeat(`{\u-1`, 900)),
		"an old Office file":             append([]byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}, make([]byte, 600)...),
	}
}

func survives(t *testing.T, l kit.Library, f fixture) {
	rt := newTestRuntime(t, kit.Options{})
	for name, content := range badDocuments() {
		for _, d := range l.Definitions() {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			r := l.Invoke(ctx, rt, documentOf(name, content), kit.Call{Tool: d.Name, Input: f.calls[d.Name]})
			cancel()
			require.True(t, r.Success != (r.ErrorMessage != ""), "%s on %s: %+v", d.Name, name, r)
			require.LessOrEqual(t, kit.SizeOf(r.Data), 15_000, "%s on %s is above the cap", d.Name, name)
		}
	}
}

// stops cancels every call while it reads the document: nothing is read afterwards, and all started work ends.
func stops(t *testing.T, l kit.Library, f fixture) {
	for _, d := range l.Definitions() {
		for first := range 3 { // successful reads before the cancellation
			rt, doc := newTestRuntime(t, kit.Options{}), f.document()
			ctx, cancel := context.WithCancel(t.Context())
			w := &watchedDocument{left: first, cancel: cancel}
			_ = l.Invoke(ctx, rt, w.of(doc), kit.Call{Tool: d.Name, Input: f.calls[d.Name]})
			rt.Wait()
			require.Zero(t, w.late.Load(), "%s reads after it was cancelled", d.Name)
			cancel()
			opened := false
			doc.Open = func(context.Context) (io.ReadSeekCloser, error) { opened = true; return nil, io.EOF }
			r := l.Invoke(ctx, newTestRuntime(t, kit.Options{}), doc, kit.Call{Tool: d.Name, Input: f.calls[d.Name]})
			require.False(t, r.Success || opened, "%s starts although it was cancelled", d.Name)
		}
	}
}

// watchedDocument cancels a call at one of its reads and counts the later reads.
type watchedDocument struct {
	left      int
	cancel    func()
	cancelled atomic.Bool
	late      atomic.Int32
}

func (w *watchedDocument) of(doc kit.Document) kit.Document {
	open := doc.Open
	doc.Open = func(ctx context.Context) (io.ReadSeekCloser, error) {
		r, err := open(ctx)
		return watchedReader{r, ctx, w}, err
	}
	return doc
}

type watchedReader struct {
	io.ReadSeekCloser
	ctx context.Context // the context that the document was opened with
	w   *watchedDocument
}

func (r watchedReader) Read(b []byte) (int, error) {
	if r.w.cancelled.Load() {
		r.w.late.Add(1)
	}
	if r.w.left--; r.w.left < 0 {
		r.w.cancelled.Store(true)
		r.w.cancel()
		<-r.ctx.Done() // it ends after the call
	}
	return r.ReadSeekCloser.Read(b[:min(len(b), 64)])
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"json": "json", " JSON ": "json", "JSONToolLibrary": "json", "jsontoollibrary": "json",
		"TextToolLibrary": "text", "GenericBinaryToolLibrary": "binary", "CSVToolLibrary": "csv", "PDFToolLibrary": "pdf",
		"ExcelToolLibrary": "excel", "DocxToolLibrary": "word", "PowerPointToolLibrary": "powerpoint", "XMLToolLibrary": "xml",
		"HTMLToolLibrary": "html", "DataSnapshotToolLibrary": "data-snapshot", "SearchResultSetToolLibrary": "search-result-set",
		"YAMLToolLibrary": "yaml", "TOMLToolLibrary": "toml", "ImageToolLibrary": "image", "opendocument": "opendocument-text",
	} {
		require.NotNil(t, kit.Find(name), name)
		require.Equal(t, want, kit.Find(name).Name())
	}
	for _, name := range []string{"", "nothing", "json2", "ToolLibrary"} {
		require.Nil(t, kit.Find(name), name)
	}
}

func TestAll_is_in_name_order_and_sealed(t *testing.T) {
	all := kit.All()
	for i := range all[1:] {
		require.Less(t, all[i].Name(), all[i+1].Name())
	}
	require.Panics(t, func() { kit.Register(kit.Spec{Name: "late"}) })
}

// documentOf returns a document with its bytes in memory.
func documentOf(name string, content []byte) kit.Document {
	sum := sha256.Sum256(content)
	return kit.Document{
		Name: name, MIMEType: "application/x-test", DetectedMIMEType: "application/x-test",
		SHA256: hex.EncodeToString(sum[:]), SizeBytes: int64(len(content)),
		Open: func(context.Context) (io.ReadSeekCloser, error) { return nopCloser{bytes.NewReader(content)}, nil },
	}
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func newTestRuntime(t testing.TB, o kit.Options) *kit.Runtime {
	rt := kit.NewRuntime(o)
	rt.Engine("pdf", func(string) kit.Engine { return sharedPDF() })
	return rt
}

// ask calls one tool of a library and returns its result and its data as JSON text.
func ask(t testing.TB, library, content, tool, input string) (kit.Result, string) {
	t.Helper()
	r := kit.Find(library).Invoke(t.Context(), newTestRuntime(t, kit.Options{}), documentOf("test", []byte(content)), kit.Call{Tool: tool, Input: json.RawMessage(input)})
	text, err := kit.Encode(r.Data)
	require.NoError(t, err)
	return r, string(text)
}
