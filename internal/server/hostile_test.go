package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

// hostile returns unusual values that are valid for a leaf's type, as JSON text.
func hostile(t *ast.Type) []string {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	texts := []string{
		`""`, `" "`, `"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"\udc00x"`, `"\uffff\ufffe"`, `"\u202Ereversed"`, `"'; DROP TABLE artifacts; --"`, `"%s%n%00"`, `"../../../etc/passwd"`,
		`"a\r\nb"`, `"{{7*7}}"`, `"` + strings.Repeat("x", 300) + `"`, `"` + strings.Repeat("é", 100_000) + `"`, `"` + strings.Repeat("/", 5000) + `"`,
	}
	switch t.Name() {
	case "String", "ID":
		return texts
	case "Int":
		return []string{"-1", "0", "-2147483648", "2147483647"}
	case "Int64":
		return []string{"-1", "0", "-9223372036854775808", "9223372036854775807", `"12"`, `"x"`, "1.5", "true"}
	case "Time":
		return []string{`"0000-01-01T00:00:00Z"`, `"9999-12-31T23:59:59Z"`, `"2020-13-45T99:99:99Z"`, `"now"`, "7", `"1-01-01"`, `"-0001-01-01T00:00:00Z"`}
	case "JSON":
		return append(texts, deep, `{"a":`+deep+`}`, `{"\u0000":"\u0000"}`, `1e400`, strings.Repeat("9", 5000), `{"a":1,"a":2}`, `[null]`, `true`, `-0`, `{"type":"assistant"}`, `{"message":{"content":[{"type":"tool_use"}]}}`)
	}
	return nil
}

// TestHostileValues passes every hostile value to every leaf of every root field: the error must be about the value,
// never an internal one.
func TestHostileValues(t *testing.T) {
	s := newSite(t)
	mine := s.belongings(s.admin)
	maps.Copy(mine, s.declared())
	tried := 0
	for _, p := range probes() {
		if p.kind == ast.Subscription || strings.HasPrefix(p.field.Name, "delete") || p.field.Name == "revokeApiKey" {
			continue
		}
		for place, leaf := range p.leaves() {
			for _, value := range hostile(leaf) {
				values := p.values(func(path string, t *ast.Type) (any, bool) {
					switch {
					case path == place:
						return json.RawMessage(value), true
					case t.Name() == "ID":
						return mine[p.guess(path)], t.NonNull || path == "id" || path == "input.id" || path == "input.conversationId"
					}
					return sample(path, t), t.NonNull
				})
				a := s.run(t, s.admin, p, values)
				tried++
				require.Less(t, a.Status, 500, "%s with %s = %.80s: %.300s", p.field.Name, place, value, a.Body)
				for _, e := range a.Errors {
					require.NotContains(t, []any{"INTERNAL", "UNAVAILABLE"}, e.Extensions["code"], "%s with %s = %.80s: %.300s", p.field.Name, place, value, a.Body)
				}
				require.NotContains(t, a.Body, "SQLSTATE")
			}
		}
	}
	require.Greater(t, tried, 1000)
}

// leaves returns the paths of the call's scalars.
func (p probe) leaves() map[string]*ast.Type {
	out := map[string]*ast.Type{}
	p.values(func(path string, t *ast.Type) (any, bool) {
		if t.Name() != "Upload" {
			out[path] = t
		}
		return nil, true
	})
	return out
}

func TestTornRecords(t *testing.T) {
	s := newSite(t)
	const query = `mutation($input: ObserveInput!) { observe(input: $input) { applied unconfirmed skipped position } }`
	whole := `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"/w/a.md","content":"x"}}]}}` + "\n" +
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}` + "\n"
	for name, text := range map[string]string{
		"cut in the middle of a line": whole + `{"type":"assist`, "a line of garbage between": `{"type":"assist` + "\n" + whole, "a tail of NUL": whole + strings.Repeat("\x00", 4096),
		"NUL between lines": "\x00\x00\n" + whole, "NUL in a path": strings.ReplaceAll(whole, "/w/a.md", `/w/a\u0000.md`), "NUL in content": strings.ReplaceAll(whole, `"x"`, `"x\u0000y"`),
		"lone surrogates": strings.ReplaceAll(whole, `"x"`, `"\ud800"`), "numbers for texts": strings.ReplaceAll(whole, `"/w/a.md"`, "7"), "CR LF": strings.ReplaceAll(whole, "\n", "\r\n"),
		"a byte order mark": "\ufeff" + whole, "arrays": "[[[]]]\n" + whole, "a deep line": strings.Repeat("[", 50_000) + "\n" + whole, "an id of NUL": strings.ReplaceAll(whole, `"t1"`, `"\u0000"`),
		"a name of NUL": strings.ReplaceAll(whole, `"Write"`, `"Wr\u0000ite"`), "a huge path": strings.ReplaceAll(whole, "/w/a.md", "/w/"+strings.Repeat("a", 100_000)),
	} {
		for _, harness := range []string{"claude", "codex", "acp", "gemini", "opencode", "shell"} {
			t.Run(fmt.Sprintf("%s as %s", name, harness), func(t *testing.T) {
				a := s.ask(s.admin, query, vars{"input": vars{"conversationId": s.conversation(s.admin), "harness": harness, "host": "laptop", "source": "s", "recordsText": text, "position": "1"}})
				require.NotContains(t, []string{"INTERNAL", "UNAVAILABLE"}, a.code(), a.Body)
				if harness == "claude" {
					require.Empty(t, a.Errors, "the valid lines are read: %s", a.Body)
				}
			})
		}
	}
}

// documents are the leaves that hold a whole text, with the largest size that each accepts, in bytes.
var documents = map[string]int{
	"addMessage input.text": 1 << 20, "createAgent input.systemPrompt": 1 << 20, "updateAgent input.systemPrompt": 1 << 20, "touchDeliverable input.content": 1 << 20,
	"completeTurn input.files.text": huge, "completeTurn input.files.base64": huge, "observe input.recordsText": huge,
}

// cutShort are leaves that are shortened instead of refused, as their descriptions say, and those of a part that is
// refused alone.
var cutShort = map[string]bool{
	"completeTurn input.files.fileName": true, "completeTurn input.files.mimeType": true, "completeTurn input.files.uploadId": true, "completeTurn input.sourceArtifactId": true,
	"renameArtifact input.name": true, "startUpload input.fileName": true, "touchDeliverable input.summary": true, "uploadArtifact input.fileName": true,
}

// huge is far above every bound of a text, in bytes.
const huge = 3 << 20

// TestTextsAreBounded passes a huge text to every text of every root field: it is refused with a code that says so, or
// shortened where that is the rule, and no answer repeats it.
func TestTextsAreBounded(t *testing.T) {
	t.Parallel()
	o := smallLimits
	o.MaxBodyBytes = 4 * huge
	s := open(t, o)
	mine := s.belongings(s.admin)
	maps.Copy(mine, s.declared())
	tried := 0
	for _, p := range probes() {
		if p.kind == ast.Subscription {
			continue
		}
		for place, leaf := range p.leaves() {
			if leaf.Name() != "String" && leaf.Name() != "ID" {
				continue
			}
			at := p.field.Name + " " + place
			a := s.run(t, s.admin, p, p.values(func(path string, t *ast.Type) (any, bool) {
				switch {
				case path == place:
					return strings.Repeat("x", min(huge, documents[at]+huge/2)), true
				case t.Name() == "ID":
					return mine[p.guess(path)], t.NonNull || path == "id" || path == "input.id" || path == "input.conversationId"
				case path == "input.name":
					return newID(), t.NonNull
				}
				return sample(path, t), t.NonNull
			}))
			tried++
			require.NotContains(t, []string{"INTERNAL", "UNAVAILABLE"}, a.code(), "%s: %.300s", at, a.Body)
			if p.kind == ast.Mutation && documents[at] < huge && !cutShort[at] {
				require.NotEmpty(t, a.Errors, "%s accepts a text of any length: %.300s", at, a.Body)
			}
			if documents[at] < huge {
				require.Less(t, len(a.Body), 20_000, "%s: %.300s", at, a.Body)
			}
		}
	}
	require.Greater(t, tried, 100)
}

// TestShortTextsAreBounded refuses long values that would make every later list and prompt large.
func TestShortTextsAreBounded(t *testing.T) {
	s := newSite(t)
	long := strings.Repeat("x", 200_000)
	for field := range map[string]bool{"title": true, "externalKey": true, "harness": true, "host": true, "cwd": true} {
		a := s.ask(s.admin, `mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }`, vars{"input": vars{field: long}})
		require.Equal(t, "INVALID", a.code(), field)
	}
	id := s.conversation(s.admin)
	for _, mime := range []string{long, "text/a\r\nb: c"} {
		a := s.ask(s.admin, `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id } } }`, vars{"input": vars{"conversationId": id, "fileName": "a.txt", "mimeType": mime}})
		require.Equal(t, "INVALID", a.code(), a.Body[:min(len(a.Body), 300)])
	}
	a := s.ask(s.admin, `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id } } }`, vars{"input": vars{"conversationId": id, "fileName": "a.txt", "sha256": "zz"}})
	require.Equal(t, "INVALID", a.code(), a.Body)
}
