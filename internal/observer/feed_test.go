package observer

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

const (
	call      = `{"type":"assistant","sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_use","id":"%s","name":"Write","input":{"file_path":"%s","content":"%s"}}]}}`
	result    = `{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"%s"}]}}`
	chatter   = `{"type":"user","sessionId":"s","message":{"content":[{"type":"text","text":"hello"}]}}`
	helperOwn = `{"agentType":"scout","description":"look around"}`
)

func claudeFeed(t *testing.T, lines ...string) *feed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "agent-a.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return newFeed(&Session{Harness: "claude", ID: "s", Cwd: "/w"}, File{Path: path, Form: harness.Lines, Meta: strings.TrimSuffix(path, ".jsonl") + ".meta.json"}, "h")
}

func next(t *testing.T, f *feed) *batch {
	t.Helper()
	b, err := f.next(t.Context())
	require.NoError(t, err)
	return b
}

func TestFeedSendsRelevantRecords(t *testing.T) {
	f := claudeFeed(t, chatter, fmt.Sprintf(result, "other"), fmt.Sprintf(call, "t1", "a.md", "text"), chatter, fmt.Sprintf(result, "t1"))
	b := next(t, f)
	require.Len(t, b.receipts, 2, "chatter, and results before any call, are not sent")
	require.Equal(t, 5, b.records)
	require.Equal(t, 2, strings.Count(b.text.String(), "\n"))
	require.Equal(t, int64(len(chatter)+1+len(fmt.Sprintf(result, "other"))+1), b.receipts[0].Offset)
	require.Equal(t, hashOf([]byte(fmt.Sprintf(call, "t1", "a.md", "text"))), b.receipts[0].SHA256)
	require.Empty(t, next(t, f).receipts, "each record is sent once")
}

func TestFeedHoldsBackHelperUntilWrite(t *testing.T) {
	f := claudeFeed(t, chatter)
	require.NoError(t, os.WriteFile(f.file.Meta, []byte(helperOwn), 0o600))
	require.Empty(t, next(t, f).receipts, "a session that wrote nothing starts no conversation")
	appendTo(t, f.file.Path, fmt.Sprintf(call, "t1", "a.md", "text")+"\n")
	b := next(t, f)
	require.Len(t, b.receipts, 2)
	require.Contains(t, b.text.String(), "look around")
	require.NoError(t, os.Remove(f.file.Path))
	require.Empty(t, next(t, f).receipts, "a file that was removed has no more records")
}

func TestFeedSplitsBatches(t *testing.T) {
	var lines []string
	for n := range 2*maxBatchRecords + 1 {
		lines = append(lines, fmt.Sprintf(call, fmt.Sprint("t", n), "a.md", "text"))
	}
	f, sizes, positions := claudeFeed(t, lines...), []int{}, map[string]bool{}
	for more := true; more; {
		b := next(t, f)
		more = b.more
		sizes = append(sizes, len(b.receipts))
		positions[b.position] = true
	}
	require.Equal(t, []int{maxBatchRecords, maxBatchRecords, 1}, sizes)
	require.Len(t, positions, 3)
	f = claudeFeed(t, fmt.Sprintf(call, "t1", "a.md", strings.Repeat("x", maxBatchText-100)), fmt.Sprintf(call, "t2", "a.md", "y"))
	require.Len(t, next(t, f).receipts, 1, "a long text ends its batch")
	huge := fmt.Sprintf(call, "t1", "a.md", strings.Repeat(`\u0001`, 900_000))
	require.Less(t, next(t, claudeFeed(t, huge)).text.Len(), maxRecordText, "writes that do not fit into a request are sent without text")
}

func TestStrip(t *testing.T) {
	for path, kept := range map[string]bool{
		"/w/a.md": true, "/w/README.md": true, "/w/a.html": true, "/w/a.svg": true, "a.md": true, `C:\w\a.md`: true,
		"/w/a.go": false, "/w/a.json": false, "/w/CLAUDE.md": false, "/w/.claude/x.md": false, "/w/Makefile": false, "": false,
		"/w/.env": false, "/w/.env.md": false, "/w/prod.env": false, "/w/id_rsa.txt": false, "/w/server.key": false, "/w/cert.pem": false,
		"/home/me/.ssh/notes.md": false, "/home/me/.aws/notes.txt": false, `C:\Users\me\.ssh\notes.md`: false, "/w/secrets.md": false,
		"/w/credentials.csv": false, "/w/credential.txt": false, "/w/.netrc": false, "/w/keys/about.md": true, "/w/environment.md": true,
	} {
		for capture, allowed := range map[models.Capture]bool{models.CaptureDocuments: true, models.CaptureAll: true, models.CaptureOff: false} {
			t.Run(path+" "+string(capture), func(t *testing.T) {
				text := "SECRET\nSECRET\n"
				w := strip([]harness.Write{{
					Path: path, Op: models.OpWrite, Content: &text, Before: &text, Outcome: harness.Done, CallID: "c",
					Edits: []harness.Edit{{Old: text, New: text, Hunk: &harness.Hunk{After: []string{text}}}},
				}}, capture, "", "/w")[0]
				require.Equal(t, kept && allowed, w.Content != nil)
				require.Equal(t, kept && allowed, strings.Contains(string(marshalWrites([]harness.Write{w})), "SECRET"))
			})
		}
	}
}

func TestDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	write := func(text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o600)) }
	s := newDocument(path)
	write(`{"sessionId":"g","messages":[{"n":1}, {"n":2}]}`)
	list, position := all(t, s, 1)
	require.Equal(t, []got{{`{"n":1}`, 29}, {`{"n":2}`, 38}}, list)
	list, _ = all(t, s, 1)
	require.Empty(t, list)
	write(`{"sessionId":"g","messages":[{"n":1},`)
	list, again := all(t, s, 1)
	require.Empty(t, list, "half written")
	require.Equal(t, position, again)
	write(`{"sessionId":"g","messages":[{"n":1},{"n":2,"more":true},{"n":3}]}`)
	list, next := all(t, s, 10)
	require.Len(t, list, 2, "only the new messages")
	require.NotEqual(t, position, next)
	other := newDocument(path)
	require.NoError(t, other.resume(next))
	list, _ = all(t, other, 10)
	require.Empty(t, list)
	s.limit = 10
	list, _ = all(t, s, 10)
	require.Empty(t, list)
	require.Len(t, s.skipped(), 1, "a file that is too long is reported")
}

// TestDocumentOfSeveralValues checks that all values of a log are read, each record with its offset.
func TestDocumentOfSeveralValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.json")
	write := func(text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o600)) }
	s := newDocument(path)
	write(`{"method":"m","args":[{"n":1}]}` + "\n" + `{"method":"m","args":[{"n":2},{"n":3}]}`)
	list, _ := all(t, s, 1)
	require.Equal(t, []got{{`{"n":1}`, 22}, {`{"n":2}`, 54}, {`{"n":3}`, 62}}, list)
	write(`{"args":[{"n":1}]}{"args":[{"n":4}`)
	list, _ = all(t, s, 10)
	require.Empty(t, list, "the last value is half written")
	write(" ")
	list, _ = all(t, s, 10)
	require.Empty(t, list)
}

func TestParts(t *testing.T) {
	dir := home(t, map[string]string{
		"storage/session/p/ses_1.json": `{"id":"ses_1"}`, "storage/message/ses_1/m1.json": `{}`, "storage/message/ses_1/m2.json": `{}`,
		"storage/part/m1/p1.json": `{"n":1}`, "storage/part/m2/p2.json": `{"n":2}`, "storage/part/m9/p9.json": `{"n":9}`,
	})
	at := time.Now().Add(-time.Hour)
	touch := func(name, text string, minute int) {
		path := filepath.Join(dir, "storage", "part", name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.Chtimes(path, at, at.Add(time.Duration(minute)*time.Minute)))
	}
	touch("m1/p1.json", `{"n":1}`, 2)
	touch("m2/p2.json", `{"n":2}`, 1)
	session := filepath.Join(dir, "storage", "session", "p", "ses_1.json")
	s := newParts(session)
	s.now = func() time.Time { return at.Add(10 * time.Minute) }
	list, position := all(t, s, 1)
	require.Equal(t, []got{{`{"n":2}`, 0}, {`{"n":1}`, 0}}, list, "in the order of change, without those of other sessions")

	touch("m2/p2.json", `{"n":`, 10)
	s = newParts(session)
	s.now = func() time.Time { return at.Add(10 * time.Minute) }
	require.NoError(t, s.resume(position))
	list, _ = all(t, s, 10)
	require.Empty(t, list, "half written")
	touch("m2/p2.json", `{"n":22}`, 10)
	list, _ = all(t, s, 10)
	require.Equal(t, []got{{`{"n":22}`, 0}}, list)
	touch("m1/p1.json", `{"n":`, 11)
	s.now = func() time.Time { return at.Add(time.Hour) }
	list, _ = all(t, s, 10)
	require.Empty(t, list)
	require.Len(t, s.skipped(), 1, "a part that stays half written is skipped and reported")

	f := newFeed(&Session{Harness: "opencode", ID: "ses_1"}, File{Path: session, Form: harness.Parts}, "")
	require.True(t, f.owns(filepath.Join(dir, "storage", "part", "m1", "p7.json")))
	require.True(t, f.owns(filepath.Join(dir, "storage", "part", "m2")))
	require.False(t, f.owns(filepath.Join(dir, "storage", "part", "m9", "p9.json")))
}

// TestSecretFolderOfAFeed checks that a relative path is resolved in the last folder that the feed reported: text that
// is written in a folder of keys never leaves the machine.
func TestSecretFolderOfAFeed(t *testing.T) {
	patch := func(id, file string) string {
		input, _ := json.Marshal("*** Begin Patch\n*** Add File: " + file + "\n+text of " + file + "\n*** End Patch")
		return `{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"` + id + `","name":"apply_patch","input":` + string(input) + `}}` + "\n"
	}
	turns := func(cwd string) string { return `{"type":"turn_context","payload":{"cwd":"` + cwd + `"}}` + "\n" }
	path := filepath.Join(t.TempDir(), "rollout.jsonl")
	appendTo(t, path, patch("c1", "one.md")+turns("/home/ada/.ssh")+patch("c2", "two.md")+turns("/w")+patch("c3", "three.md"))
	b, err := newFeed(&Session{Harness: "codex", Cwd: "/w"}, File{Path: path, Form: harness.Lines}, "").next(t.Context())
	require.NoError(t, err)
	require.Contains(t, b.text.String(), "text of one.md")
	require.Contains(t, b.text.String(), `"path":"two.md"`)
	require.NotContains(t, b.text.String(), "text of two.md")
	require.Contains(t, b.text.String(), "text of three.md")
}
