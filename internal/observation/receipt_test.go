package observation_test

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/harness"
	"vitrine/internal/observation"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

// receiptOf makes a receipt whose hash repeats one digit.
func receiptOf(offset int64, digit string) *observation.RecordReceipt {
	return &observation.RecordReceipt{Offset: offset, SHA256: strings.Repeat(digit, 64)}
}

// asWrites returns records as a reader elsewhere has read them.
func asWrites(t *testing.T, records ...string) *string {
	t.Helper()
	reader, _ := harness.Find("claude")
	var lines []string
	for _, r := range records {
		text, err := json.Marshal(reader.Read([]byte(r)))
		require.NoError(t, err)
		lines = append(lines, string(text))
	}
	return new(strings.Join(lines, "\n"))
}

func (w *bench) history(path string) []*models.DeliverableChange {
	changes, _, err := w.Deliverables.History(w.Ctx, w.Row(path).ID, "", 10)
	require.NoError(w, err)
	slices.Reverse(changes)
	return changes
}

func TestReceipts(t *testing.T) {
	w := newBench(t)
	records := actkit.Write("t1", "a.md", "one")
	in := observation.ObserveInput{
		ConversationID: &w.ID, Source: "s", Position: new("1"), AsWrites: true, RecordsText: asWrites(t, records[0]),
		Receipts: []*observation.RecordReceipt{receiptOf(0, "a")},
	}
	seen, err := w.Observations.Observe(w.Ctx, in)
	require.NoError(t, err)
	require.Equal(t, 1, seen.Unconfirmed)
	in.Position, in.RecordsText = new("2"), asWrites(t, append([]string{records[1]}, actkit.Edit("t2", "a.md", "one", "two")...)...)
	in.Receipts = []*observation.RecordReceipt{receiptOf(100, "b"), receiptOf(200, "c"), receiptOf(300, "d")}
	seen, err = w.Observations.Observe(w.Ctx, in)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 0}, []int{seen.Applied, seen.Unconfirmed, seen.Skipped})

	changes := w.history("/w/a.md")
	require.Len(t, changes, 2)
	var kept []any
	for _, c := range changes {
		kept = append(kept, *c.RecordOffset, hex.EncodeToString(c.RecordHash)[:1])
	}
	require.ElementsMatch(t, []any{int64(100), "b", int64(300), "d"}, kept, "the receipt is that of the record that confirmed the write")
	require.Equal(t, []string{"one", "two"}, w.Contents("/w/a.md"))
}

// TestAsWritesIsTheSame checks that records sent as writes have the same result as the records themselves.
func TestAsWritesIsTheSame(t *testing.T) {
	w := newBench(t)
	records := append(actkit.Write("t1", "a.md", "# One\nmore\n"), actkit.Edit("t2", "a.md", "One", "Two")...)
	records = append(records, actkit.Write("t3", "b.go", "package b\n")[0], `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t3","is_error":true}]}}`)
	describe := func() (facts []any) {
		for _, path := range []string{"/w/a.md", "/w/b.go"} {
			if row := w.Row(path); row != nil {
				facts = append(facts, row.Key, row.Kind, row.Writes, row.Edits(), row.LastOp, *row.Bytes)
			}
		}
		return append(facts, w.Contents("/w/a.md"))
	}
	w.Observe("1", records...)
	want := describe()
	w.ID = w.Start(&models.Conversation{Harness: "claude", Cwd: "/w"}).ID
	seen, err := w.Observations.Observe(w.Ctx, observation.ObserveInput{ConversationID: &w.ID, Source: "s", Position: new("1"), AsWrites: true, RecordsText: asWrites(t, records...)})
	require.NoError(t, err)
	require.Zero(t, seen.Skipped)
	require.Equal(t, want, describe())

	seen, err = w.Observations.Observe(w.Ctx, observation.ObserveInput{ConversationID: &w.ID, Source: "s", AsWrites: true, RecordsText: &records[0]})
	require.NoError(t, err)
	require.Equal(t, 1, seen.Skipped, "a record of the harness is not a list of writes")
}

func TestReceiptsRejected(t *testing.T) {
	w := newBench(t)
	for name, receipts := range map[string][]*observation.RecordReceipt{
		"too few":           {receiptOf(0, "a")},
		"too many":          {receiptOf(0, "a"), receiptOf(1, "a"), receiptOf(2, "a")},
		"a negative offset": {receiptOf(0, "a"), receiptOf(-1, "a")},
		"no hash":           {receiptOf(0, "a"), {}},
		"a short hash":      {receiptOf(0, "a"), {SHA256: "ab"}},
		"not hexadecimal":   {receiptOf(0, "a"), receiptOf(1, "x")},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.Observations.Observe(w.Ctx, observation.ObserveInput{ConversationID: &w.ID, Source: "s", RecordsText: new("{}\n\n{}\n"), Receipts: receipts})
			require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
		})
	}
}

func TestFeeds(t *testing.T) {
	w := newBench(t)
	other := w.Start(&models.Conversation{Harness: "claude"}).ID
	w.Observe("10")
	w.Observe("9") // positions are opaque: the newest counts, not the largest
	feeds, err := w.Deliverables.Feeds(w.Ctx, []string{w.ID, other}, []string{"s", "unknown"})
	require.NoError(t, err)
	require.Empty(t, feeds[other])
	require.Len(t, feeds[w.ID], 1)
	require.Equal(t, []string{"s", "9"}, []string{feeds[w.ID][0].Source, feeds[w.ID][0].Position})
}
