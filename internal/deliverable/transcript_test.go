package deliverable_test

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
)

// tally counts the calls that write in one transcript.
type tally struct{ Confirmed, Failed, Unconfirmed int }

// TestTranscripts compares what readers and pairing make of real sessions, where these are available, with a simple
// count: plain maps, one rule per harness.
func TestTranscripts(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "transcripts")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no transcripts at hand")
	}
	total := tally{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		folder, _ := filepath.Rel(root, path)
		name, _, _ := strings.Cut(strings.Split(filepath.ToSlash(folder), "/")[0], "-")
		t.Run(folder, func(t *testing.T) {
			records := recordsOf(t, path)
			want := plainCount(name, records)
			require.Equal(t, want, countOf(t, name, records))
			total = tally{total.Confirmed + want.Confirmed, total.Failed + want.Failed, total.Unconfirmed + want.Unconfirmed}
		})
		return nil
	})
	require.NoError(t, err)
	require.NotZero(t, total.Confirmed)
	t.Logf("%+v", total)
}

// recordsOf reads the JSON values of a file, whatever is between them.
func recordsOf(t *testing.T, path string) (records []json.RawMessage) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var record json.RawMessage
		if err := d.Decode(&record); err == io.EOF {
			return records
		} else {
			require.NoError(t, err)
		}
		records = append(records, record)
	}
}

func countOf(t *testing.T, name string, records []json.RawMessage) tally {
	reader, ok := harness.Find(name)
	require.True(t, ok, name)
	pairing, confirmed, failed, asked := deliverable.NewPairing(), map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, record := range records {
		writes := reader.Read(record)
		for _, w := range writes {
			asked[w.CallID] = asked[w.CallID] || w.Path != ""
			failed[w.CallID] = failed[w.CallID] || w.Outcome == harness.Failed
		}
		for _, w := range pairing.Take(writes, deliverable.Arrival{Cwd: "/w"}) {
			confirmed[w.Op.CallID] = true
		}
	}
	count := tally{Confirmed: len(confirmed), Unconfirmed: pairing.Unconfirmed()}
	for id, is := range failed {
		if is && asked[id] {
			count.Failed++
		}
	}
	return count
}

// plainCount counts calls by id: asked for, and what their results say.
func plainCount(name string, records []json.RawMessage) tally {
	asked, done, bad := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, record := range records {
		var r map[string]any
		_ = json.Unmarshal(record, &r)
		map[string]func(r map[string]any, asked, done, bad map[string]bool){
			"claude": plainClaude, "codex": plainCodex, "acp": plainACP, "gemini": plainGemini,
		}[name](r, asked, done, bad)
	}
	count := tally{}
	for id := range asked {
		switch {
		case bad[id]:
			count.Failed++
		case done[id]:
			count.Confirmed++
		default:
			count.Unconfirmed++
		}
	}
	return count
}

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }
func list(v any) []any            { l, _ := v.([]any); return l }
func word(v any) string           { s, _ := v.(string); return s }

func plainClaude(r map[string]any, asked, done, bad map[string]bool) {
	for _, b := range list(object(r["message"])["content"]) {
		block := object(b)
		switch name, input := word(block["name"]), object(block["input"]); {
		case block["type"] == "tool_use" && strings.Contains(" Write Edit MultiEdit NotebookEdit ", " "+name+" ") && (word(input["file_path"]) != "" || word(input["notebook_path"]) != ""):
			asked[word(block["id"])] = true
		case block["type"] == "tool_result" && block["is_error"] == true:
			bad[word(block["tool_use_id"])] = true
		case block["type"] == "tool_result":
			done[word(block["tool_use_id"])] = true
		}
	}
}

func plainCodex(r map[string]any, asked, done, bad map[string]bool) {
	p := object(r["payload"])
	if p == nil {
		p = r
	}
	id := word(p["call_id"])
	text, _ := json.Marshal(p)
	switch kind := word(p["type"]); {
	case kind == "patch_apply_end":
		asked[id] = true
		done[id], bad[id] = p["success"] == true, p["success"] != true
	case strings.HasSuffix(kind, "_call") && bytes.Contains(text, []byte("*** Begin Patch")):
		asked[id] = true
	case strings.HasSuffix(kind, "_call_output") && (bytes.Contains(text, []byte(`Exit code: 0`)) || bytes.Contains(text, []byte(`exit_code\":0`))):
		done[id] = true
	case strings.HasSuffix(kind, "_call_output") && !done[id]:
		bad[id] = true
	}
}

func plainACP(r map[string]any, asked, done, bad map[string]bool) {
	for _, arg := range list(r["args"]) {
		u := object(object(arg)["update"])
		id := word(u["toolCallId"])
		for _, c := range list(u["content"]) {
			if object(c)["type"] == "diff" {
				asked[id] = true
			}
		}
		done[id] = done[id] || u["status"] == "completed"
		bad[id] = bad[id] || u["status"] == "failed"
	}
}

func plainGemini(r map[string]any, asked, done, bad map[string]bool) {
	for _, c := range list(r["toolCalls"]) {
		call := object(c)
		if name := word(call["name"]); name == "write_file" || name == "replace" {
			asked[word(call["id"])] = true
			done[word(call["id"])] = call["status"] == "success"
		}
	}
}
