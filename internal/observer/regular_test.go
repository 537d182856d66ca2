//go:build unix

package observer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/client"
	"vitrine/internal/harness"
)

// irregular creates files that are not regular.
var irregular = map[string]func(path string) error{
	"a pipe":          func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a link to zeros": func(path string) error { return os.Symlink("/dev/zero", path) },
	"a folder":        func(path string) error { return os.Mkdir(path, 0o700) },
	"a link to itself": func(path string) error {
		return os.Symlink(path, path)
	},
}

// TestOnlyRegularFilesAreRead checks that no source waits for a pipe or reads a device.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	for what, put := range irregular {
		for name, c := range map[string]struct {
			path string // where it is created
			read func(t *testing.T, path string) error
		}{
			"lines": {"a.jsonl", func(t *testing.T, path string) error {
				_, err := newLines(path).read(t.Context(), func([]byte, int64) bool { return false })
				return err
			}},
			"a document": {"a.json", func(t *testing.T, path string) error {
				_, err := newDocument(path).read(t.Context(), func([]byte, int64) bool { return false })
				return err
			}},
			"a database": {"opencode.db", func(t *testing.T, path string) error {
				_, err := newTable(databaseFile(path)).read(t.Context(), func([]byte, int64) bool { return false })
				return err
			}},
			"an opening": {"a.jsonl", func(_ *testing.T, path string) error {
				_, err := open(path, harness.Lines)
				return err
			}},
			"the record of a receipt": {"a.jsonl", func(_ *testing.T, path string) error {
				if hashAt(path, 7) == "" {
					return errNotRegular
				}
				return nil
			}},
			"the session of parts": {"ses_1.json", func(_ *testing.T, path string) error {
				if _, ok := describe(path); !ok {
					return errNotRegular
				}
				return nil
			}},
			"the folder of a project": {".project_root", func(_ *testing.T, path string) error {
				gemini, _ := harness.Find("gemini")
				if cwdOf(gemini, filepath.Join(filepath.Dir(path), "chats", "session-1.jsonl"), &harness.Opening{}) == "" {
					return errNotRegular
				}
				return nil
			}},
		} {
			t.Run(what+" as "+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), c.path)
				require.NoError(t, put(path))
				require.Error(t, c.read(t, path))
			})
		}
	}
}

// TestIrregularPartsAreSkipped checks that a part that is not a regular file is skipped, and that the others are read.
func TestIrregularPartsAreSkipped(t *testing.T) {
	for what, put := range irregular {
		t.Run(what, func(t *testing.T) {
			dir := home(t, map[string]string{
				"session/p/ses_1.json": `{"id":"ses_1"}`, "message/ses_1/msg_1.json": `{}`, "part/msg_1/prt_2.json": `{"type":"text"}`,
			})
			require.NoError(t, put(filepath.Join(dir, "part", "msg_1", "prt_1.json")))
			list, _ := all(t, newParts(filepath.Join(dir, "session", "p", "ses_1.json")), 10)
			if len(list) == 0 { // a recent part may be half written
				list, _ = all(t, lateParts(filepath.Join(dir, "session", "p", "ses_1.json")), 10)
			}
			require.Equal(t, []got{{`{"type":"text"}`, 0}}, list)
		})
	}
}

// lateParts returns a source that reads parts as if they had changed long ago.
func lateParts(session string) *parts {
	p := newParts(session)
	p.now = func() time.Time { return newestPart(session).Add(2 * halfWritten) }
	return p
}

// failingSource is a source that fails once, after one record.
type failingSource struct {
	*lines
	failed bool
}

func (s *failingSource) read(ctx context.Context, take func([]byte, int64) bool) (string, error) {
	if s.failed {
		return s.lines.read(ctx, take)
	}
	s.failed = true
	position, _ := s.lines.read(ctx, func(record []byte, offset int64) bool {
		take(record, offset)
		return true
	})
	return position, errors.New("too many open files")
}

// TestReadErrorsLoseNothing checks that what was read before an error is sent with the next batch.
func TestReadErrorsLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	var text strings.Builder
	for _, name := range []string{"one", "two", "three"} {
		text.WriteString(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"` + name + `","name":"Write","input":{"file_path":"/w/` + name + `.md","content":"x"}}]}}` + "\n")
	}
	appendTo(t, path, text.String())
	f := newFeed(&Session{Harness: "claude"}, File{Path: path, Form: harness.Lines}, "")
	f.source = &failingSource{lines: newLines(path)}
	b, err := f.next(t.Context())
	require.Error(t, err)
	require.Empty(t, b.receipts)
	b, err = f.next(t.Context())
	require.NoError(t, err)
	require.Len(t, b.receipts, 3)
}

// TestFollowingRetries checks that a job that follows reports a file that cannot be read once, and does not skip its
// session.
func TestFollowingRetries(t *testing.T) {
	var said []string
	r := newRun(&Job{Follow: true, Say: func(sentence string) { said = append(said, sentence) }})
	path := filepath.Join(t.TempDir(), "a.jsonl")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	r.take([]Session{{Harness: "claude", ID: "s", Files: []File{{Path: path, Form: harness.Lines}}}})
	r.sessions[0].asked = 1
	for range 3 {
		require.NoError(t, r.step(t.Context()))
		r.look()
		require.Len(t, r.queue, 1, "it is checked again")
	}
	require.Len(t, said, 1)
	require.NoError(t, r.sessions[0].failure)
}

// TestCheckOfHostileResponses checks that no response of a server makes the check crash, hang or loop, or controls the
// terminal.
func TestCheckOfHostileResponses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	appendTo(t, path, "one\ntwo\n")
	for name, c := range map[string]struct {
		source string
		offset int64
		cursor any
		more   bool
	}{
		"an offset before the start":   {path, -1, nil, false},
		"an offset far before it":      {path, -1 << 63, nil, false},
		"an offset beyond the end":     {path, 1<<63 - 1, nil, false},
		"a device":                     {"/dev/zero", 0, nil, false},
		"a folder":                     {filepath.Dir(path), 0, nil, false},
		"no path":                      {"\x00", 0, nil, false},
		"a row of a plain file":        {path + "#ses_1", 0, nil, false},
		"a next page without cursor":   {path, 0, nil, true},
		"a next page that is the same": {path, 0, "same", true},
		"escapes for the terminal":     {"\x1b]0;title\x07", 0, nil, false},
		"a mismatch on endless pages":  {path, 4, "same", true},
	} {
		t.Run(name, func(t *testing.T) {
			info := map[string]any{"hasNextPage": c.more, "endCursor": c.cursor}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				receipt := map[string]any{"source": c.source, "offset": c.offset, "recordSha256": strings.Repeat("0", 64)}
				change := map[string]any{"at": "\x1b[2J", "op": "\x1b[2J", "receipt": receipt}
				_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{
					"conversation": map[string]any{"deliverables": map[string]any{"nodes": []any{map[string]any{"id": "d"}}, "pageInfo": info}},
					"deliverable":  map[string]any{"path": "\x1b[2J", "changes": map[string]any{"nodes": []any{change}, "pageInfo": info}},
				}})
			}))
			defer server.Close()
			var out strings.Builder
			j := &Job{Out: &out, Format: Text, Client: &client.Client{URL: server.URL, HTTP: server.Client()}}
			require.ErrorContains(t, j.Check(t.Context(), "c"), "not confirmed")
			require.NotContains(t, out.String(), "\x1b")
		})
	}
}

// TestSummaryPathsAreAList checks that the JSON of a summary has an empty list of paths, not null.
func TestSummaryPathsAreAList(t *testing.T) {
	text, err := json.Marshal((&conversation{Session: &Session{}}).summary())
	require.NoError(t, err)
	require.Contains(t, string(text), `"paths":[]`)
}
