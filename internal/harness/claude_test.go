package harness_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

func read(t *testing.T, name, record string) harness.Write {
	t.Helper()
	reader, ok := harness.Find(name)
	require.True(t, ok)
	writes := reader.Read([]byte(record))
	require.Len(t, writes, 1)
	return writes[0]
}

func TestClaudeCall(t *testing.T) {
	w := read(t, "claude", `{"type":"assistant","timestamp":"2026-05-28T20:26:41.5Z","cwd":"/w","message":{"content":[
		{"type":"tool_use","id":"t1","name":"MultiEdit","input":{"file_path":"a.md","edits":[
			{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d","replace_all":true}]}}]}}`)
	require.Equal(t, harness.Pending, w.Outcome)
	require.Equal(t, "/w", w.Cwd)
	require.Equal(t, time.Date(2026, 5, 28, 20, 26, 41, 5e8, time.UTC), w.At)
	require.Equal(t, []harness.Edit{{Old: "a", New: "b"}, {Old: "c", New: "d", ReplaceAll: true}}, w.Edits)
	require.Empty(t, w.Helper)
}

func TestClaudeHelper(t *testing.T) {
	for name, c := range map[string]struct{ record, helper string }{
		"agent file":       {`"isSidechain":true,"agentId":"a01"`, "a01"},
		"named agent":      {`"isSidechain":true,"agentId":"a01","attributionAgent":"reviewer"`, "reviewer"},
		"inline sidechain": {`"isSidechain":true`, "subagent"},
		"stream":           {`"parent_tool_use_id":"toolu_T1"`, "toolu_T1"},
		"main agent":       {`"isSidechain":false,"parent_tool_use_id":null,"agentId":"a01"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := read(t, "claude", `{"type":"assistant",`+c.record+`,"message":{"content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"/a.md","content":""}}]}}`)
			require.Equal(t, c.helper, w.Helper)
		})
	}
}

func TestClaudeStartsHelper(t *testing.T) {
	w := read(t, "claude", `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Task","input":{"description":"Draft the plan","subagent_type":"general-purpose"}}]}}`)
	require.Equal(t, harness.Write{CallID: "t1", Outcome: harness.Pending, Starts: true, Helper: "Draft the plan"}, w)
}

func TestClaudeResult(t *testing.T) {
	result := func(outcome, detail string) harness.Write {
		return read(t, "claude", `{"type":"user",`+detail+`"message":{"content":[{"type":"tool_result","tool_use_id":"t1"`+outcome+`}]}}`)
	}
	t.Run("a failed result has no details", func(t *testing.T) {
		w := result(`,"is_error":true`, `"toolUseResult":"Error: read the file first",`)
		require.Equal(t, harness.Write{CallID: "t1", Outcome: harness.Failed}, w)
	})
	t.Run("an old result reports the outcome only", func(t *testing.T) {
		require.Equal(t, harness.Write{CallID: "t1", Outcome: harness.Done}, result("", ""))
	})
	t.Run("the result of another tool reports the outcome only", func(t *testing.T) {
		w := result("", `"toolUseResult":{"type":"text","filePath":"/a.md","file":{"content":"x"}},`)
		require.Equal(t, harness.Write{CallID: "t1", Outcome: harness.Done}, w)
	})
	t.Run("create", func(t *testing.T) {
		w := result("", `"toolUseResult":{"type":"create","filePath":"/a.md","content":"a\nb\n","structuredPatch":[]},`)
		require.Equal(t, models.OpWrite, w.Op)
		require.Equal(t, "a\nb\n", *w.Content)
		require.EqualValues(t, 4, *w.Bytes)
		require.Equal(t, []int{2, 0}, []int{*w.Added, *w.Removed})
	})
	t.Run("edit, as the stream spells it", func(t *testing.T) {
		w := result("", `"tool_use_result":{"filePath":"/a.md","oldString":"a","newString":"b","originalFile":"a\n","structuredPatch":[{"lines":["-a","+b","+c"," d"]}]},`)
		require.Equal(t, models.OpEdit, w.Op)
		require.Equal(t, "a\n", *w.Before)
		require.Equal(t, []int{2, 1}, []int{*w.Added, *w.Removed})
	})
	t.Run("an edit of an empty text is a write", func(t *testing.T) {
		w := result("", `"toolUseResult":{"filePath":"/a.md","oldString":"","newString":"b","originalFile":null},`)
		require.Equal(t, models.OpWrite, w.Op)
	})
	t.Run("edits that the user changed are left out", func(t *testing.T) {
		w := result("", `"toolUseResult":{"filePath":"/a.md","oldString":"a","newString":"b","userModified":true},`)
		require.Equal(t, models.OpEdit, w.Op)
		require.Empty(t, w.Edits)
	})
	t.Run("two results in one record have no details", func(t *testing.T) {
		reader, _ := harness.Find("claude")
		writes := reader.Read([]byte(`{"type":"user","toolUseResult":{"type":"create","filePath":"/a.md"},"message":{"content":[
			{"type":"tool_result","tool_use_id":"t1"},{"type":"tool_result","tool_use_id":"t2"}]}}`))
		require.Equal(t, []harness.Write{{CallID: "t1", Outcome: harness.Done}, {CallID: "t2", Outcome: harness.Done}}, writes)
	})
}

// TestClaudeTranscript reads a real session, where one is available, and finds every call that its result confirms.
func TestClaudeTranscript(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "transcripts", "claude", "long-conversation.jsonl"))
	if err != nil {
		t.Skip("no transcript available")
	}
	defer func() { _ = file.Close() }()
	reader, _ := harness.Find("claude")
	calls, details := map[models.DeliverableOp]int{}, map[models.DeliverableOp]int{}
	for lines := bufio.NewReaderSize(file, 1<<20); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		for _, w := range reader.Read([]byte(strings.TrimSpace(line))) {
			if w.Outcome == harness.Pending {
				calls[w.Op]++
			} else if w.Path != "" {
				details[w.Op]++
			}
		}
	}
	require.Equal(t, map[models.DeliverableOp]int{models.OpWrite: 17, models.OpEdit: 14}, calls)
	require.Equal(t, calls, details)
}
