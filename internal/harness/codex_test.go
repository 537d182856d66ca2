package harness_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

func patch(t *testing.T, text string) []harness.Write {
	t.Helper()
	record, err := json.Marshal(map[string]any{"type": "custom_tool_call", "name": "apply_patch", "call_id": "c1", "input": text})
	require.NoError(t, err)
	reader, _ := harness.Find("codex")
	return reader.Read(record)
}

func TestCodexPatch(t *testing.T) {
	w := patch(t, "*** Begin Patch\n*** Update File: a.md\n*** Move to: b.md\n@@ class A\n@@ def f\n one\n-two\n+TWO\n three\n@@\n\n+four\n*** End of File\n*** End Patch")[0]
	require.Equal(t, []any{models.OpMove, "b.md", "a.md", harness.Pending}, []any{w.Op, w.Path, w.From, w.Outcome})
	require.Equal(t, []harness.Edit{
		{Old: "one\ntwo\nthree\n", New: "one\nTWO\nthree\n", Hunk: &harness.Hunk{After: []string{"class A", "def f"}}},
		{Old: "\n", New: "\nfour\n", Hunk: &harness.Hunk{End: true}},
	}, w.Edits)
	require.Equal(t, []int{2, 1}, []int{*w.Added, *w.Removed})
}

func TestCodexPatchOfOneFile(t *testing.T) {
	for name, c := range map[string]struct {
		patch string
		op    models.DeliverableOp
		text  *string
		edits int
	}{
		"added":              {"*** Add File: a\n+x\n+", models.OpWrite, new("x\n\n"), 0},
		"added empty":        {"*** Add File: a", models.OpWrite, new(""), 0},
		"added then updated": {"*** Add File: a\n+x\n*** Update File: a\n@@\n-x\n+y", models.OpWrite, nil, 0},
		"updated then added": {"*** Update File: a\n@@\n-x\n+y\n*** Add File: a\n+z", models.OpWrite, new("z\n"), 0},
		"updated twice":      {"*** Update File: a\n@@\n-x\n+y\n*** Update File: a\n@@\n-y\n+z", models.OpEdit, nil, 2},
		"updated, deleted":   {"*** Update File: a\n@@\n-x\n+y\n*** Delete File: a", models.OpDelete, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			writes := patch(t, "*** Begin Patch\n"+c.patch+"\n*** End Patch\n*** Add File: behind.md\n+x")
			require.Len(t, writes, 1)
			require.Equal(t, []any{c.op, c.text, c.edits}, []any{writes[0].Op, writes[0].Content, len(writes[0].Edits)})
		})
	}
}

func TestCodexDiff(t *testing.T) {
	w := read(t, "codex", `{"timestamp":"2026-05-28T20:26:42Z","type":"event_msg","payload":{"type":"patch_apply_end","call_id":"c1","success":true,"changes":
		{"/a.md":{"type":"update","unified_diff":"--- a\n+++ b\n@@ -1,2 +1,2 @@ head\n a\n-b\n+B\n@@ -9,0 +10 @@\n+z\n\\ No newline at end of file\n"}}}}`)
	require.Equal(t, []harness.Edit{
		{Old: "a\nb\n", New: "a\nB\n", Hunk: &harness.Hunk{Line: 1}}, {Old: "", New: "z", Hunk: &harness.Hunk{Line: 9}},
	}, w.Edits)
	require.Equal(t, []int{2, 1}, []int{*w.Added, *w.Removed})
	require.Equal(t, time.Date(2026, 5, 28, 20, 26, 42, 0, time.UTC), w.At)
	require.True(t, w.Whole)
}

func TestCodexOutcome(t *testing.T) {
	for name, c := range map[string]struct {
		output  any
		outcome harness.Outcome
	}{
		"JSON in a text, success": {`{"output":"Success.","metadata":{"exit_code":0,"duration_seconds":0.1}}`, harness.Done},
		"JSON in a text, failure": {`{"output":"","metadata":{"exit_code":1,"duration_seconds":0.1}}`, harness.Failed},
		"a code in the output":    {`{"output":"{\"exit_code\":0}","metadata":{"exit_code":7}}`, harness.Failed},
		"members in other order":  {`{"metadata":{"exit_code":0},"output":"x"}`, harness.Done},
		"an exit code":            {"Exit code: 0\nWall time: 0.2 seconds\nOutput:\nx", harness.Done},
		"a nonzero exit code":     {"Exit code: 1\nWall time: 0.2 seconds\nOutput:\nExit code: 0", harness.Failed},
		"an exited process":       {"Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", harness.Done},
		"a running process":       {"Wall time: 0.1 seconds\nProcess running with session ID 5\nOutput:\n", ""},
		"the words of the tool":   {"Success. Updated the following files:\nM a.md\n", harness.Done},
		"a rejection":             {"patch rejected by user", harness.Failed},
		"an error":                {"error: Failed to find expected lines", harness.Failed},
		"an empty text":           {"", harness.Failed},
		"a list":                  {[]any{map[string]any{"type": "input_text", "text": "Exit code: 0\nx"}, map[string]any{"text": "Exit code: 1"}}, harness.Done},
		"a script":                {[]any{map[string]any{"type": "input_text", "text": "Script completed\nWall time 1 seconds"}}, harness.Done},
		"a script that failed":    {[]any{map[string]any{"type": "input_text", "text": "Script failed\nWall time 1 seconds"}}, harness.Failed},
		"an object":               {map[string]any{"content": "x", "success": true}, harness.Done},
		"an object of a failure":  {map[string]any{"content": "Exit code: 0", "success": false}, harness.Failed},
		"neither text nor object": {nil, harness.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			record, err := json.Marshal(map[string]any{"type": "response_item", "payload": map[string]any{"type": "function_call_output", "call_id": "c1", "output": c.output}})
			require.NoError(t, err)
			reader, _ := harness.Find("codex")
			var want []harness.Write
			if c.outcome != "" {
				want = []harness.Write{{CallID: "c1", Outcome: c.outcome}}
			}
			require.Equal(t, want, reader.Read(record))
		})
	}
}

func TestCodexHelper(t *testing.T) {
	for source, helper := range map[string]string{
		`"cli"`:                 "",
		`{"subagent":"review"}`: "review",
		`{"subagent":{"thread_spawn":{"parent_thread_id":"x","depth":1,"agent_nickname":"Ada","agent_role":"explorer"}}}`: "Ada",
		`{"subagent":{"other":"guardian"}}`: "subagent",
	} {
		w := read(t, "codex", `{"type":"session_meta","payload":{"cwd":"/w","source":`+source+`}}`)
		require.Equal(t, harness.Write{FeedDefaults: true, Outcome: harness.Done, Cwd: "/w", Helper: helper}, w)
	}
}
