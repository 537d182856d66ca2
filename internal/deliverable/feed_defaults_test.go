package deliverable_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
)

// foldFeeds folds records of one feed after another, each batch after a restart, and returns path and helper of the
// confirmed writes.
func foldFeeds(name string, feeds ...[2]string) (found []string) {
	reader, _ := harness.Find(name)
	pairing := deliverable.NewPairing()
	for _, f := range feeds {
		for record := range strings.SplitSeq(f[1], "\n") {
			for _, w := range pairing.Take(reader.Read([]byte(record)), deliverable.Arrival{Cwd: "/home", Receipt: deliverable.Receipt{Source: f[0]}}) {
				by := ""
				if w.Op.Via != nil {
					by = " by " + w.Op.Via.Name
				}
				found = append(found, w.Op.Path+by)
			}
			pairing = deliverable.RestorePairing(pairing.Waiting(), nil)
		}
	}
	return found
}

const (
	codexPatch = `{"type":"custom_tool_call","name":"apply_patch","call_id":"ID","input":"*** Add File: a.md\n+x"}` + "\n" +
		`{"type":"custom_tool_call_output","call_id":"ID","output":"Exit code: 0\n"}`
	claudeWrite = `{"type":"assistant","isSidechain":true,"agentId":"a01","message":{"content":[{"type":"tool_use","id":"ID","name":"Write","input":{"file_path":"/a.md","content":"x"}}]}}` + "\n" +
		`{"type":"user","isSidechain":true,"agentId":"a01","message":{"content":[{"type":"tool_result","tool_use_id":"ID"}]}}`
	claudeTask = `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"T1","name":"Task","input":{"description":"Draft the plan"}}]}}`
	claudeDone = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"T1"}]},"toolUseResult":{"status":"completed","agentId":"a01"}}`
)

func named(record, id string) string { return strings.ReplaceAll(record, "ID", id) }

// TestFeedDefaultsAmongWrites checks that feed defaults are distinguished from the writes they are sent with.
func TestFeedDefaultsAmongWrites(t *testing.T) {
	writes, ok := harness.Writes([]byte(`[{"path":"a.md","op":"WRITE","outcome":"done"},{"stands":true,"cwd":"/w","outcome":"done"},{"path":"a.md","op":"WRITE","outcome":"done"}]`))
	require.True(t, ok)
	paths := []string{}
	for _, w := range deliverable.NewPairing().Take(writes, deliverable.Arrival{Cwd: "/home"}) {
		paths = append(paths, w.Op.Path)
	}
	require.Equal(t, []string{"/home/a.md", "/w/a.md"}, paths)
}

// TestFeedDefaults checks that the defaults in a feed hold for the later records of that feed only, over restarts.
func TestFeedDefaults(t *testing.T) {
	meta := func(cwd, source string) string {
		return `{"type":"session_meta","payload":{"cwd":"` + cwd + `","source":` + source + `}}`
	}
	t.Run("a folder", func(t *testing.T) {
		require.Equal(t, []string{"/w/a.md", "/home/a.md"}, foldFeeds("codex",
			[2]string{"one", meta("/w", `"cli"`) + "\n" + named(codexPatch, "c1")}, [2]string{"two", named(codexPatch, "c2")}))
	})
	t.Run("a folder that changes", func(t *testing.T) {
		require.Equal(t, []string{"/w/a.md", "/v/a.md"}, foldFeeds("codex", [2]string{
			"one", meta("/w", `"cli"`) + "\n" + named(codexPatch, "c1") + "\n" + `{"type":"turn_context","payload":{"cwd":"/v"}}` + "\n" + named(codexPatch, "c2"),
		}))
	})
	t.Run("a folder below it", func(t *testing.T) {
		call := `{"type":"function_call","name":"exec_command","call_id":"c1","arguments":"{\"cmd\":\"cd sub && apply_patch <<E\\n*** Begin Patch\\n*** Add File: a.md\\n+x\\nE\"}"}`
		require.Equal(t, []string{"/w/sub/a.md"}, foldFeeds("codex", [2]string{"one", meta("/w", `"cli"`) + "\n" + call + "\n" + strings.Split(named(codexPatch, "c1"), "\n")[1]}))
	})
	t.Run("a helper stays a helper", func(t *testing.T) {
		require.Equal(t, []string{"/w/a.md by Ada"}, foldFeeds("codex", [2]string{
			"one", meta("/w", `{"subagent":{"thread_spawn":{"agent_nickname":"Ada"}}}`) + "\n" + meta("/w", `"cli"`) + "\n" + named(codexPatch, "c1"),
		}))
	})
	t.Run("the file beside a helper", func(t *testing.T) {
		require.Equal(t, []string{"/a.md by Inner"}, foldFeeds("claude", [2]string{
			"agent-b01", `{"agentType":"general-purpose","description":"Inner","toolUseId":"toolu_inner","parentAgentId":"a01"}` + "\n" + named(claudeWrite, "t1"),
		}))
	})
	t.Run("a helper by the result of its call", func(t *testing.T) {
		require.Equal(t, []string{"/a.md by Draft the plan"}, foldFeeds("claude", [2]string{"s", claudeTask + "\n" + claudeDone}, [2]string{"agent-a01", named(claudeWrite, "t1")}))
	})
	t.Run("an unknown call names no helper", func(t *testing.T) {
		require.Equal(t, []string{"/a.md by a01"}, foldFeeds("claude", [2]string{"agent-a01", named(claudeWrite, "t1")}))
	})
	t.Run("a call cannot use the id of a feed", func(t *testing.T) {
		require.Empty(t, foldFeeds("codex", [2]string{"one", named(codexPatch, "feed:x")}))
	})
	t.Run("a folder that is too long is ignored", func(t *testing.T) {
		require.Equal(t, []string{"/home/a.md"}, foldFeeds("codex", [2]string{"one", meta("/"+strings.Repeat("x", 5000), `"cli"`) + "\n" + named(codexPatch, "c1")}))
	})
}
