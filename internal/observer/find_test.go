package observer

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
)

const (
	one   = "11111111-1111-4111-8111-111111111111"
	two   = "22222222-2222-4222-8222-222222222222"
	three = "33333333-3333-4333-8333-333333333333"
)

// home creates a home folder with files.
func home(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

// found returns the files of each session, relative to the folder.
func found(t *testing.T, j *Job, dir string) map[string][]string {
	t.Helper()
	sessions, err := j.Find()
	require.NoError(t, err)
	files := map[string][]string{}
	for _, s := range sessions {
		for _, f := range s.Files {
			name, err := filepath.Rel(dir, f.Path)
			require.NoError(t, err)
			files[s.Key()] = append(files[s.Key()], name)
		}
	}
	return files
}

// geminiProject is a project's folder of Gemini CLI, relative to the home folder.
var geminiProject = filepath.Join(".gemini", "tmp", "p")

func TestFindAtHome(t *testing.T) {
	claudeLine := `{"type":"user","sessionId":"` + one + `","uuid":"u","cwd":"/w"}` + "\n"
	for name, c := range map[string]struct {
		harness string
		env     map[string]string
		files   map[string]string
		want    map[string][]string
		cwd     string
	}{
		"claude, a session with helpers of all versions": {"claude", nil, map[string]string{
			".claude/projects/-w/" + one + ".jsonl":                                  claudeLine,
			".claude/projects/-w/" + one + "/subagents/agent-a.jsonl":                claudeLine,
			".claude/projects/-w/" + one + "/subagents/agent-a.meta.json":            `{"agentType":"scout"}`,
			".claude/projects/-w/" + one + "/subagents/workflows/wf_1/agent-b.jsonl": claudeLine,
			".claude/projects/-w/agent-old.jsonl":                                    claudeLine,
			".claude/projects/-w/" + one + "/tool-results/x.txt":                     "no records",
			".claude/projects/-v/" + two + ".jsonl":                                  claudeLine, // continues the other session: the file name counts
			".claude/projects/-v/" + three + ".jsonl":                                "",         // still empty
		}, map[string][]string{
			"claude:" + one: {
				".claude/projects/-w/" + one + ".jsonl",
				".claude/projects/-w/" + one + "/subagents/agent-a.jsonl", ".claude/projects/-w/" + one + "/subagents/workflows/wf_1/agent-b.jsonl",
				".claude/projects/-w/agent-old.jsonl",
			},
			"claude:" + two: {".claude/projects/-v/" + two + ".jsonl"},
		}, "/w"},
		"claude, in another folder": {"claude", map[string]string{"CLAUDE_CONFIG_DIR": "conf"}, map[string]string{
			"conf/projects/-w/" + one + ".jsonl": claudeLine, ".claude/projects/-w/" + two + ".jsonl": claudeLine,
		}, map[string][]string{"claude:" + one: {"conf/projects/-w/" + one + ".jsonl"}}, "/w"},
		"codex, a thread and that of its helper": {"codex", nil, map[string]string{
			".codex/sessions/2026/05/28/rollout-2026-05-28T10-00-00-" + one + ".jsonl": `{"timestamp":"2026-05-28T10:00:00Z","type":"session_meta","payload":{"id":"` + one + `","cwd":"/w"}}` + "\n",
			".codex/sessions/2026/05/28/rollout-2026-05-28T10-01-00-" + two + ".jsonl": `{"timestamp":"2026-05-28T10:01:00Z","type":"session_meta","payload":{"id":"` + two + `","cwd":"/w","source":{"subagent":{"thread_spawn":{"parent_thread_id":"` + one + `"}}}}}` + "\n",
		}, map[string][]string{"codex:" + one: {
			".codex/sessions/2026/05/28/rollout-2026-05-28T10-00-00-" + one + ".jsonl", ".codex/sessions/2026/05/28/rollout-2026-05-28T10-01-00-" + two + ".jsonl",
		}}, "/w"},
		"codex, flat, in another folder": {"codex", map[string]string{"CODEX_HOME": "cx"}, map[string]string{
			"cx/sessions/2025/05/28/rollout-2025-05-28-" + one + ".jsonl": `{"id":"` + one + `","timestamp":"2025-05-28T10:00:00Z","instructions":"","git":{}}` + "\n" + `{"record_type":"state"}` + "\n",
		}, map[string][]string{"codex:" + one: {"cx/sessions/2025/05/28/rollout-2025-05-28-" + one + ".jsonl"}}, ""},
		"gemini, lines, with a helper, and an old file": {"gemini", nil, map[string]string{
			geminiProject + "/.project_root":                     "/w\n",
			geminiProject + "/logs.json":                         `[{"sessionId":"g1"}]`,
			geminiProject + "/chats/session-2026-aaaaaaaa.jsonl": `{"sessionId":"g1","projectHash":"h"}` + "\n",
			geminiProject + "/chats/g1/helper.jsonl":             `{"sessionId":"g9","projectHash":"h"}` + "\n",
			geminiProject + "/chats/session-2025-bbbbbbbb.json":  `{"sessionId":"g2","projectHash":"h","messages":[]}`,
		}, map[string][]string{
			"gemini:g1": {geminiProject + "/chats/g1/helper.jsonl", geminiProject + "/chats/session-2026-aaaaaaaa.jsonl"},
			"gemini:g2": {geminiProject + "/chats/session-2025-bbbbbbbb.json"},
		}, "/w"},
		"opencode, a session and that of its helper": {"opencode", nil, map[string]string{
			".local/share/opencode/storage/session/p/ses_1.json": `{"id":"ses_1","directory":"/w","title":"T"}`,
			".local/share/opencode/storage/session/p/ses_2.json": `{"id":"ses_2","parentID":"ses_1","directory":"/w","title":"look around"}`,
			".local/share/opencode/storage/message/ses_1/m.json": `{}`,
		}, map[string][]string{"opencode:ses_1": {
			".local/share/opencode/storage/session/p/ses_1.json", ".local/share/opencode/storage/session/p/ses_2.json",
		}}, "/w"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, known := harness.Find(c.harness); !known {
				t.Skip("the harness does not exist")
			}
			dir := home(t, c.files)
			j := &Job{Home: dir, Harness: c.harness, Env: func(name string) string {
				if c.env[name] == "" {
					return ""
				}
				return filepath.Join(dir, c.env[name])
			}}
			require.Equal(t, c.want, found(t, j, dir))
			sessions, err := j.Find()
			require.NoError(t, err)
			for _, s := range sessions {
				require.Contains(t, []string{c.cwd, ""}, s.Cwd)
			}
			j.Paths, j.Harness = []string{dir}, ""
			if c.env == nil {
				require.Equal(t, c.want, found(t, j, dir), "the same when the user names the folder")
			}
			j.Since = time.Now().Add(time.Hour)
			require.Empty(t, found(t, j, dir))
		})
	}
}

// TestRecognise checks that a file is recognised by its first records, in any folder.
func TestRecognise(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"claude's session":       {`{"type":"summary","leafUuid":"l"}` + "\n" + `{"type":"user","uuid":"u","sessionId":"s1","cwd":"/w"}`, "claude:s1"},
		"claude's stream":        {`{"type":"system","subtype":"init","session_id":"s2","cwd":"/w"}`, "claude:s2"},
		"codex's rollout":        {`{"timestamp":"t","type":"session_meta","payload":{"id":"s3","cwd":"/w"}}`, "codex:s3"},
		"codex, flat":            {`{"id":"s4","timestamp":"t","instructions":null,"git":{}}`, "codex:s4"},
		"gemini's chat":          {`{"sessionId":"s5","projectHash":"h","kind":"main"}`, "gemini:s5"},
		"acp's messages":         {`{"jsonrpc":"2.0","method":"session/update","params":{}}`, "acp:any"},
		"opencode's parts":       {`{"id":"p","sessionID":"s6","messageID":"m","type":"tool"}`, "opencode:s6"},
		"unknown":                {`{"hello":"there"}`, ""},
		"no records":             {"hello", ""},
		"wrong types":            {`{"type":5,"uuid":"u","sessionId":"s7","payload":[]}`, "claude:s7"},
		"a very long first line": {`{"sessionId":"` + strings.Repeat("x", 2<<20) + `"}` + "\n" + `{"type":"user","uuid":"u","sessionId":"s8"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			of, _, _ := strings.Cut(c.want, ":")
			if _, known := harness.Find(of); c.want != "" && !known {
				t.Skip("the harness does not exist")
			}
			dir := home(t, map[string]string{"any.jsonl": c.text + "\n"})
			want := map[string][]string{}
			if c.want != "" {
				want[c.want] = []string{"any.jsonl"}
			}
			none := func(string) string { return "" }
			require.Equal(t, want, found(t, &Job{Paths: []string{dir}, Home: t.TempDir(), Env: none}, dir))
			require.Equal(t, want, found(t, &Job{Paths: []string{filepath.Join(dir, "any.jsonl")}, Home: t.TempDir(), Env: none}, dir))
		})
	}
}

// TestRecogniseDocuments checks that a file of JSON values in a named folder is found when a harness recognises its
// first value.
func TestRecogniseDocuments(t *testing.T) {
	dir := home(t, map[string]string{
		"acp/log.json":     `{"method":"sessionUpdate","args":[{"sessionId":"s","update":{"sessionUpdate":"plan"}}]}` + "\n" + `{"args":[]}`,
		"acp/message.json": `{"jsonrpc":"2.0","method":"session/update","params":{}}`,
		"package.json":     `{"name":"unknown"}`, "broken.json": `{`, "empty.json": "",
	})
	none := func(string) string { return "" }
	want := map[string][]string{"acp:log": {"acp/log.json"}, "acp:message": {"acp/message.json"}}
	require.Equal(t, want, found(t, &Job{Paths: []string{dir}, Home: t.TempDir(), Env: none}, dir))
}

// openDatabase creates a database of OpenCode with a session, the session of its helper, and parts.
func openDatabase(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	_, err = db.Exec(`PRAGMA journal_mode = WAL;
		CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text NOT NULL, title text NOT NULL, time_updated integer NOT NULL);
		CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer, time_updated integer NOT NULL, data text NOT NULL);
		INSERT INTO session VALUES ('ses_1', NULL, '/w', 'T', 2000), ('ses_2', 'ses_1', '/w', 'look around', 2000);
		INSERT INTO part VALUES ('p2', 'm', 'ses_1', 1, 20, '{"n":2}'), ('p1', 'm', 'ses_1', 1, 20, '{"n":1}'), ('p3', 'm', 'ses_1', 1, 10, '{"n":3}'), ('p9', 'm', 'ses_2', 1, 10, '{"n":9}')`)
	require.NoError(t, err)
	return db
}

func TestTable(t *testing.T) {
	opencode, _ := harness.Find("opencode")
	path := filepath.Join(t.TempDir(), "with space", "opencode.db")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	db := openDatabase(t, path)
	sessions := (&Job{}).sessionsOfTable(File{Path: path, Form: harness.Table}, opencode)
	sessions = merge(sessions)
	require.Len(t, sessions, 1)
	require.Equal(t, []string{"opencode:ses_1", "/w"}, []string{sessions[0].Key(), sessions[0].Cwd})
	require.Equal(t, []string{"", "look around"}, []string{sessions[0].Files[0].Helper, sessions[0].Files[1].Helper})

	s := newTable(databaseFile(path))
	list, position := all(t, s, 2)
	require.Equal(t, []got{{`{"n":3}`, 0}, {`{"n":1}`, 0}, {`{"n":2}`, 0}}, list, "in the order of change")
	_, err := db.Exec(`UPDATE part SET time_updated = 30, data = '{"n":33}' WHERE id = 'p3'`)
	require.NoError(t, err)
	s = newTable(databaseFile(path))
	require.NoError(t, s.resume(position))
	list, _ = all(t, s, 2)
	require.Equal(t, []got{{`{"n":33}`, 0}}, list, "a changed row is read again")
}

func databaseFile(path string) File {
	opencode, _ := harness.Find("opencode")
	return File{Path: path, Form: harness.Table, Row: "ses_1", Rows: opencode.Rows()}
}
