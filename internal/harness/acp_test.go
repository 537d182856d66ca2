package harness_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

func acpUpdate(status, content string) string {
	return `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"` +
		status + `","content":[` + content + `]}}}`
}

func TestACPOutcome(t *testing.T) {
	diff := `{"type":"diff","path":"/a.md","oldText":null,"newText":"x"}`
	for status, outcome := range map[string]harness.Outcome{
		"pending": harness.Pending, "in_progress": harness.Pending, "completed": harness.Done, "": harness.Pending, "unknown": harness.Pending,
	} {
		require.Equal(t, outcome, read(t, "acp", acpUpdate(status, diff)).Outcome, status)
	}
	for _, status := range []string{"failed", "cancelled"} {
		require.Equal(t, harness.Write{CallID: "c1", Outcome: harness.Failed}, read(t, "acp", acpUpdate(status, diff)), status)
	}
	require.Equal(t, harness.Write{CallID: "c1", Outcome: harness.Done}, read(t, "acp", acpUpdate("completed", "")))
}

func TestACPDiff(t *testing.T) {
	for name, c := range map[string]struct {
		diff string
		want harness.Write
	}{
		"deleted, as the adapter says": {
			`{"type":"diff","path":"/a.kt","oldText":"x","newText":"","_meta":{"kind":"delete"}}`,
			harness.Write{Path: "/a.kt", Op: models.OpDelete},
		},
		"moved in version 2": {
			`{"type":"diff","changes":[{"operation":"move","oldPath":"/b.md","path":"/c.md"}]}`,
			harness.Write{Path: "/c.md", From: "/b.md", Op: models.OpMove},
		},
		"copied in version 2": {
			`{"type":"diff","changes":[{"operation":"copy","oldPath":"/b.md","path":"/c.md"}]}`,
			harness.Write{Path: "/c.md", Op: models.OpWrite},
		},
		"two hunks of one file": {
			`{"type":"diff","path":"/a.md","oldText":"1","newText":"2"},{"type":"diff","path":"/a.md","oldText":null,"newText":"3"}`,
			harness.Write{Path: "/a.md", Op: models.OpEdit, Edits: []harness.Edit{{Old: "1", New: "2"}, {New: "3"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.CallID, c.want.Outcome, c.want.Whole = "c1", harness.Done, true
			require.Equal(t, c.want, read(t, "acp", acpUpdate("completed", c.diff)))
		})
	}
}

func TestACPFile(t *testing.T) {
	w := read(t, "acp", `{"id":"r-1","method":"fs/write_text_file","params":{"path":"/a.md","content":"x"}}`)
	require.True(t, w.Inner)
	require.Equal(t, harness.Pending, w.Outcome)
	require.Equal(t, harness.Write{CallID: "fs:3", Outcome: harness.Done, Inner: true}, read(t, "acp", `{"id":3,"result":null}`))
	require.Equal(t, harness.Write{CallID: "fs:3", Outcome: harness.Failed, Inner: true}, read(t, "acp", `{"id":3,"error":{"code":-32603}}`))
}
