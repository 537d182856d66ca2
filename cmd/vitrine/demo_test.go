package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// play runs the command with arguments and returns its output.
func play(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := root()
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

// TestDemo plays the demo twice against the whole server. The demo uses the public API only, so it covers every way of
// uploading.
func TestDemo(t *testing.T) {
	r := newBacking(t).replica(t)
	t.Setenv("VITRINE_URL", r.url)
	t.Setenv("VITRINE_KEY", adminKey)
	for range 2 {
		out, err := play(t, "demo")
		require.NoError(t, err)
		require.Contains(t, out, "Done: "+r.url+"/conversations/")
	}
	list := r.ask(`query { conversations(filter: {text: "Quarterly"}) { nodes { deliverables(first: 50) { nodes { name kind state lastOp writes edits via { kind } changes(first: 10) { nodes { receipt { source position recordSha256 } } } } counts { items code } } artifacts { totalCount } } } }`, nil)
	require.Empty(t, list.Errors)
	conversations := list.Data["conversations"]["nodes"].([]any)
	require.Len(t, conversations, 2)
	shown := conversations[0].(map[string]any)
	rows := map[string]map[string]any{}
	for _, node := range shown["deliverables"].(map[string]any)["nodes"].([]any) {
		row := node.(map[string]any)
		rows[row["name"].(string)] = row
	}
	require.Len(t, rows, 11)
	for name, row := range rows {
		changes := row["changes"].(map[string]any)["nodes"].([]any)
		require.NotEmpty(t, changes, name)
		for _, change := range changes {
			receipt, ok := change.(map[string]any)["receipt"].(map[string]any)
			require.True(t, ok, "a change of %s has no receipt", name)
			require.Contains(t, []any{"api", "demo.jsonl"}, receipt["source"])
			require.NotEmpty(t, receipt["position"])
			require.Len(t, receipt["recordSha256"], 64)
		}
	}
	require.NotContains(t, rows, "/etc/report.md")
	require.Equal(t, []any{"DOC", 1.0, 3.0}, []any{rows["report.md"]["kind"], rows["report.md"]["writes"], rows["report.md"]["edits"]})
	require.Equal(t, []any{"PAGE", "PUBLISHED"}, []any{rows["index.html"]["kind"], rows["index.html"]["state"]})
	require.Equal(t, []any{"SERVICE", "STOPPED"}, []any{rows["Preview of the report"]["kind"], rows["Preview of the report"]["state"]})
	require.Equal(t, "handover", rows["Cover"]["via"].(map[string]any)["kind"])
	require.Equal(t, "subagent", rows["chart.svg"]["via"].(map[string]any)["kind"])
	for _, uploaded := range []string{"quarter.csv", "quarter.xlsx", "invoice.pdf", "last-year.png"} {
		require.Equal(t, "UPLOAD", rows[uploaded]["kind"], uploaded)
	}
}

func TestDemoNeedsAKey(t *testing.T) {
	r := newBacking(t).replica(t)
	t.Setenv("VITRINE_URL", r.url)
	_, err := play(t, "demo", "--key", "no-such-key")
	require.ErrorContains(t, err, "key")
}
