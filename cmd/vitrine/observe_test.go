package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/testkit"
)

const sessionID = "6f0d1c2b-3a49-4f58-8d67-0123456789ab"

// claudeHome is a folder of Claude Code with one session and one subagent.
type claudeHome struct {
	*testing.T
	dir        string
	transcript string
	helper     string
}

func newClaudeHome(t *testing.T) *claudeHome {
	t.Helper()
	h := &claudeHome{T: t, dir: t.TempDir()}
	folder := filepath.Join(h.dir, "projects", "-w")
	h.transcript = filepath.Join(folder, sessionID+".jsonl")
	h.helper = filepath.Join(folder, sessionID, "subagents", "agent-a1.jsonl")
	require.NoError(t, os.MkdirAll(filepath.Dir(h.helper), 0o700))
	return h
}

func (h *claudeHome) append(file string, lines ...string) {
	h.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	require.NoError(h, err)
	_, err = f.WriteString(strings.Join(lines, "\n") + "\n")
	require.NoError(h, err)
	require.NoError(h, f.Close())
}

// said returns a record of Claude Code.
func said(kind string, second int, extra map[string]any, block map[string]any) string {
	record := map[string]any{
		"type": kind, "sessionId": sessionID, "cwd": "/w", "uuid": fmt.Sprint("u", second),
		"timestamp": time.Date(2026, 5, 28, 12, 0, second, 0, time.UTC), "message": map[string]any{"content": []any{block}},
	}
	maps.Copy(record, extra)
	text, _ := json.Marshal(record)
	return string(text)
}

func asked(n int, tool string, input map[string]any) string {
	return said("assistant", n, nil, map[string]any{"type": "tool_use", "id": fmt.Sprint("t", n), "name": tool, "input": input})
}

func answeredBy(n int, isError bool) string {
	return said("user", n, nil, map[string]any{"type": "tool_result", "tool_use_id": fmt.Sprint("t", n), "is_error": isError, "content": "NEVER SENT"})
}

// wrote returns the records of a write that succeeded.
func wrote(n int, path, content string) []string {
	return []string{asked(n, "Write", map[string]any{"file_path": path, "content": content}), answeredBy(n, false)}
}

// observed runs the command in this process and returns its output and exit code.
func observed(t *testing.T, ctx context.Context, h *claudeHome, url string, args ...string) (string, int) { //nolint:revive // the test comes first
	t.Helper()
	var out bytes.Buffer
	cmd := root()
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(slices.Concat([]string{"observe"}, args, []string{"--url", url, "--key", adminKey, filepath.Join(h.dir, "projects")}))
	if err := cmd.ExecuteContext(ctx); err != nil {
		return out.String() + err.Error(), report(err)
	}
	return out.String(), 0
}

// row is a deliverable that the server lists.
type row struct {
	ID, Path, Kind string
	Writes, Edits  int
	Via            *struct{ Name string }
	Changes        struct{ TotalCount int }
	Artifact       *struct {
		Versions struct {
			Nodes []struct{ Content string }
		}
	}
}

func (r *replica) rows(key string) map[string]row {
	r.Helper()
	a := r.ask(`query($input: String!) { conversation(externalKey: $input) { id host cwd deliverables(first: 100) { nodes {
		id path kind writes edits via { name } changes(first: 1) { totalCount } artifact { versions(first: 50) { nodes { content(encoding: TEXT) } } } } } } }`, key)
	if a.code() == "NOT_FOUND" {
		return nil
	}
	require.Empty(r, a.Errors)
	text, err := json.Marshal(a.Data["conversation"]["deliverables"])
	require.NoError(r, err)
	var list struct{ Nodes []row }
	require.NoError(r, json.Unmarshal(text, &list))
	rows := map[string]row{}
	for _, one := range list.Nodes {
		rows[one.Path] = one
	}
	return rows
}

// wire is a proxy between command and server: it can drop an answer, and it records what was sent.
type wire struct {
	*httptest.Server
	drop atomic.Int32 // number of answers to observe that are dropped
	mu   sync.Mutex
	sent []string
}

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	to, err := url.Parse(target)
	require.NoError(t, err)
	w := &wire{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		w.mu.Lock()
		w.sent = append(w.sent, string(body))
		w.mu.Unlock()
		if bytes.Contains(body, []byte("mutation Observe")) && w.drop.Add(-1) >= 0 {
			proxy.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *wire) everything() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.sent, "\n")
}

func TestObserve(t *testing.T) {
	r := newBacking(t).replica(t)
	h, w := newClaudeHome(t), newWire(t, r.url)
	h.append(h.transcript, wrote(1, "/w/a.md", "# One\n")...)
	h.append(h.transcript, wrote(2, "/w/main.go", "package SECRET\n")...)
	h.append(h.transcript, wrote(3, "/w/.env", "KEY=SECRET\n")...)
	h.append(h.transcript, wrote(4, "/w/.env.md", "KEY=SECRET\n")...)
	h.append(h.transcript, asked(5, "Write", map[string]any{"file_path": "/w/never.md", "content": "failed"}), answeredBy(5, true))
	h.append(h.transcript, asked(6, "Write", map[string]any{"file_path": "/w/later.md", "content": "waits"}))
	h.append(h.helper, said("assistant", 7, map[string]any{"isSidechain": true, "agentId": "a1", "attributionAgent": "scout"},
		map[string]any{"type": "tool_use", "id": "t7", "name": "Write", "input": map[string]any{"file_path": "found.md", "content": "found"}}), answeredBy(7, false))

	out, code := observed(t, t.Context(), h, w.URL, "--host", "laptop")
	require.Zero(t, code, out)
	require.Contains(t, out, "1 session, 2 files")
	require.Contains(t, out, "5 writes sent, 1 unconfirmed")
	require.NotContains(t, w.everything(), "SECRET", "the text of code and of key files never leaves the machine")
	require.NotContains(t, w.everything(), "NEVER SENT", "nor do answers of tools")

	rows := r.rows("claude:" + sessionID)
	require.ElementsMatch(t, []string{"/w/a.md", "/w/main.go", "/w/.env", "/w/.env.md", "/w/found.md"}, slices.Collect(maps.Keys(rows)))
	require.Equal(t, "# One\n", rows["/w/a.md"].Artifact.Versions.Nodes[0].Content)
	require.Nil(t, rows["/w/main.go"].Artifact)
	require.Nil(t, rows["/w/.env.md"].Artifact)
	require.Equal(t, "scout", rows["/w/found.md"].Via.Name)

	before := len(w.everything())
	out, code = observed(t, t.Context(), h, w.URL, "--host", "laptop")
	require.Zero(t, code, out)
	require.Contains(t, out, "0 writes sent")
	require.NotContains(t, w.everything()[before:], "mutation", "a second run sends nothing")

	h.append(h.transcript, answeredBy(6, false))
	out, code = observed(t, t.Context(), h, w.URL, "--host", "laptop", "--format", "json")
	require.Zero(t, code, out)
	require.Contains(t, out, `"applied": 1`)
	require.Contains(t, slices.Collect(maps.Keys(r.rows("claude:"+sessionID))), "/w/later.md", "the result of a pending call")
	testCheck(t, r, h, rows["/w/a.md"].ID)
}

// testCheck changes the transcript and checks the receipts again.
func testCheck(t *testing.T, r *replica, h *claudeHome, id string) {
	check := func(args ...string) (string, int) {
		var out bytes.Buffer
		cmd := root()
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs(slices.Concat([]string{"observe", "check", "--url", r.url, "--key", adminKey}, args))
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			return out.String() + err.Error(), report(err)
		}
		return out.String(), 0
	}
	conversation := r.ask(`query($input: String!) { conversation(externalKey: $input) { id } }`, "claude:"+sessionID).Data["conversation"]["id"].(string) //nolint:forcetypeassert // as the query says
	out, code := check(conversation)
	require.Zero(t, code, out)
	require.Equal(t, 6, strings.Count(out, "ok "), out)
	out, code = check(id, h.dir)
	require.Zero(t, code, out)
	require.Equal(t, 1, strings.Count(out, "ok "), out)

	text, err := os.ReadFile(h.transcript)
	require.NoError(t, err)
	moved := append([]byte("{}\n"), text...)
	require.NoError(t, os.WriteFile(h.transcript, moved, 0o600))
	out, code = check(id)
	require.Zero(t, code, "a moved record is found by its hash: %s", out)
	forged := bytes.Replace(text, []byte(`"tool_use_id":"t1"`), []byte(`"tool_use_id":"tX"`), 1)
	require.NotEqual(t, text, forged)
	require.NoError(t, os.WriteFile(h.transcript, forged, 0o600))
	out, code = check(id, "--format", "json")
	require.Equal(t, exitInvalid, code, out)
	require.Contains(t, out, `"finding": "mismatch"`)
	require.NoError(t, os.Remove(h.transcript))
	out, code = check(id)
	require.Equal(t, exitInvalid, code, out)
	require.Contains(t, out, "missing")
	_, code = check("00000000-0000-7000-8000-000000000000")
	require.Equal(t, exitInvalid, code)
}

// TestObserveThroughCrashes checks that nothing is lost or counted twice when an answer is lost.
func TestObserveThroughCrashes(t *testing.T) {
	b := newBacking(t)
	r := b.replica(t)
	h, w := newClaudeHome(t), newWire(t, r.url)
	var lines []string
	for n := range 1200 { // three batches
		lines = append(lines, wrote(n, fmt.Sprintf("/w/%d.md", n%40), fmt.Sprint("text ", n))...)
	}
	h.append(h.transcript, lines...)

	w.drop.Store(1) // the server accepts the first batch and its answer is lost
	out, code := observed(t, t.Context(), h, w.URL, "--wait", "1ns")
	require.Equal(t, exitUnreachable, code, out)
	w.drop.Store(1) // the next run continues where the server is, and retries
	out, code = observed(t, t.Context(), h, w.URL)
	require.Zero(t, code, out)
	require.Equal(t, 1, strings.Count(out, "Waiting for it."), out)

	rows, changes := r.rows("claude:"+sessionID), 0
	require.Len(t, rows, 40)
	for path, one := range rows {
		require.Equal(t, 30, one.Writes+one.Edits, path)
		require.Len(t, one.Artifact.Versions.Nodes, 30, path)
		changes += one.Changes.TotalCount
	}
	require.Equal(t, 1200, changes)
}

// TestObserveFollowsThroughKills kills the command, and later restarts the server.
func TestObserveFollowsThroughKills(t *testing.T) {
	b := newBacking(t)
	r := b.replica(t)
	h := newClaudeHome(t)
	h.append(h.transcript, wrote(0, "/w/a.md", "text 0")...)
	start := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0], "observe", "--follow", "--url", r.url, "--key", adminKey, filepath.Join(h.dir, "projects"))
		cmd.Stderr = os.Stderr
		require.NoError(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		return cmd
	}
	arrived := func(n int) {
		testkit.Within(t, time.Minute, fmt.Sprint(n, " writes arrive"), func() bool {
			return r.rows("claude:" + sessionID)["/w/a.md"].Writes == n
		})
	}
	cmd := start()
	arrived(1)
	h.append(h.transcript, wrote(1, "/w/a.md", "text 1")...)
	arrived(2)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	h.append(h.transcript, wrote(2, "/w/a.md", "text 2")...)
	cmd = start()
	arrived(3)

	r = b.restart(t, r)
	h.append(h.transcript, wrote(3, "/w/a.md", "text 3")...)
	arrived(4)
	torn := strings.Join(wrote(4, "/w/a.md", "text 4"), "\n")
	require.NoError(t, appendText(h.transcript, torn[:len(torn)-9]))
	require.NoError(t, appendText(h.transcript, torn[len(torn)-9:]+"\n"))
	arrived(5)

	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait(), "an interrupt is not a failure")
	require.Equal(t, 5, r.rows("claude:" + sessionID)["/w/a.md"].Changes.TotalCount)
}

func appendText(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return err
}

// restart stops a replica and starts another one at its address.
func (b *backing) restart(t *testing.T, r *replica) *replica {
	t.Helper()
	addr := r.listener.Addr().String()
	r.end()
	cfg := b.settings(t)
	cfg.Addr = addr
	return b.serve(t, cfg)
}

func TestObserveRefuses(t *testing.T) {
	t.Parallel()
	h := newClaudeHome(t)
	h.append(h.transcript, wrote(1, "/w/a.md", "x")...)
	for name, c := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"no server":                  {[]string{"--wait", "1ns"}, exitUnreachable, "server"},
		"an invalid URL":             {[]string{"--url", "nowhere"}, exitInvalid, "URL"},
		"an unknown harness":         {[]string{"--harness", "emacs"}, exitInvalid, "emacs"},
		"an unknown format":          {[]string{"--format", "yaml"}, exitInvalid, "yaml"},
		"markdown without offline":   {[]string{"--format", "markdown"}, exitInvalid, "--offline"},
		"following offline":          {[]string{"--offline", "--follow"}, exitInvalid, "combined"},
		"services without following": {[]string{"--services", "1"}, exitInvalid, "followed"},
		"an invalid time":            {[]string{"--since", "yesterday"}, exitInvalid, "yesterday"},
		"an unknown path":            {[]string{"/no/such/folder"}, exitInvalid, "/no/such/folder"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cmd := root()
			cmd.SetOut(&out)
			cmd.SetErr(&out)
			cmd.SetArgs(slices.Concat([]string{"observe", "--url", "http://127.0.0.1:1", filepath.Join(h.dir, "projects")}, c.args))
			err := cmd.ExecuteContext(t.Context())
			require.Error(t, err)
			require.Equal(t, c.exit, report(err), err)
			require.Contains(t, err.Error(), c.says)
		})
	}
}

func TestObserveOffline(t *testing.T) {
	t.Parallel()
	h := newClaudeHome(t)
	h.append(h.transcript, wrote(1, "/w/a|b.md", "# One\n")...)
	h.append(h.transcript, asked(2, "Edit", map[string]any{"file_path": "/w/a|b.md", "old_string": "a", "new_string": "b"}), answeredBy(2, true))
	h.append(h.transcript, asked(3, "Write", map[string]any{"file_path": "/w/never\u001b[31m.go", "content": "x"}))
	for format, wants := range map[string][]string{
		"text":     {"claude:" + sessionID, "1 deliverable and 0 files of code; writes: 1 confirmed, 1 failed, 1 unconfirmed.", "DOC", "not known to be written"},
		"markdown": {"| `/w/a\\|b.md` | DOC | 1 | 1 | 0 | write |  |"},
		"json":     {`"confirmed": 1`, `"failed": 1`, `"unconfirmed": 1`, `"path": "/w/a|b.md"`},
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			out, code := observed(t, t.Context(), h, "http://127.0.0.1:1", "--offline", "--format", format)
			require.Zero(t, code, out)
			require.NotContains(t, out, "\x1b")
			for _, want := range wants {
				require.Contains(t, out, want)
			}
		})
	}
}

// TestObserveFollowsNewSessionsAndServices starts with an empty folder: the session, its subagent and a listening
// program come later.
func TestObserveFollowsNewSessionsAndServices(t *testing.T) {
	r := newBacking(t).replica(t)
	h := newClaudeHome(t)
	require.NoError(t, os.RemoveAll(filepath.Join(h.dir, "projects", "-w")))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		_, code := observed(t, ctx, h, r.url, "--follow", "--services", fmt.Sprint(os.Getpid()))
		ended <- code
	}()
	require.NoError(t, os.MkdirAll(filepath.Dir(h.helper), 0o700))
	h.append(h.transcript, wrote(1, "/w/a.md", "x")...)
	key := "claude:" + sessionID
	testkit.Within(t, time.Minute, "the session is found", func() bool { return len(r.rows(key)) > 0 })
	h.append(h.helper, wrote(2, "/w/b.md", "y")...)
	testkit.Within(t, time.Minute, "the subagent is found", func() bool { return r.rows(key)["/w/b.md"].Writes == 1 })
	testkit.Within(t, time.Minute, "the server in this process listens", func() bool {
		for _, one := range r.rows(key) {
			if one.Kind == "SERVICE" {
				return true
			}
		}
		return false
	})
	stop()
	require.Zero(t, <-ended)
}
