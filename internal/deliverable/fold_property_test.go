package deliverable_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// record is one record of a feed, as a reader returns it.
type record []harness.Write

var start = time.Date(2026, 5, 28, 20, 0, 0, 0, time.UTC)

// session draws the records of one feed: calls and their results, some of them failed, deletes among them.
func session(t *rapid.T, feed string) []record {
	var records []record
	for i := range rapid.IntRange(1, 12).Draw(t, "calls") {
		id := fmt.Sprintf("%s-%d", feed, i)
		call := harness.Write{
			CallID: id, Outcome: harness.Pending, At: start.Add(time.Duration(rapid.IntRange(0, 9).Draw(t, "second")) * time.Second),
			Path:   rapid.SampledFrom([]string{"a.md", "/w/a.md", "b/README.md", "c.go", "/w/d.html"}).Draw(t, "path"),
			Op:     rapid.SampledFrom([]models.DeliverableOp{models.OpWrite, models.OpEdit, models.OpEdit, models.OpDelete}).Draw(t, "op"),
			Helper: rapid.SampledFrom([]string{"", "", "fix"}).Draw(t, "helper"),
		}
		if call.Op == models.OpWrite {
			n := int64(i)
			call.Bytes = &n
		}
		result := harness.Write{CallID: id, Outcome: harness.Done, At: call.At.Add(time.Second)}
		if rapid.IntRange(0, 3).Draw(t, "fate") == 0 {
			result.Outcome = harness.Failed
		}
		if rapid.Bool().Draw(t, "tells") {
			result.Path, result.Op = call.Path, call.Op
		}
		records = append(records, record{call}, record{result})
	}
	return records
}

// fold runs records through pairing and ledger, in batches that end where cut returns true: each batch starts from
// the rows and the calls that the previous one left, as after a restart.
func fold(records []record, cut func(i int) bool) []rowData {
	pairing, ledger := deliverable.NewPairing(), deliverable.NewLedger(nil, nil)
	history := []*models.DeliverableChange{}
	for i, r := range records {
		for _, w := range pairing.Take(slices.Clone(r), deliverable.Arrival{Cwd: "/w"}) {
			ledger.Apply(w.Op)
		}
		if cut(i) {
			history = append(history, ledger.Changes()...)
			ledger = deliverable.NewLedger(ledger.Rows(), history)
			pairing = deliverable.RestorePairing(pairing.Waiting(), history)
		}
	}
	rows := []rowData{}
	for _, row := range ledger.Rows() {
		rows = append(rows, factsOf(row))
	}
	return rows
}

func never(int) bool { return false }

// TestFold checks that the same records make the same rows and cards, in whatever way they arrive.
func TestFold(t *testing.T) {
	same := func(t *rapid.T, want, got []rowData) {
		if fmt.Sprintf("%+v", deref(want)) != fmt.Sprintf("%+v", deref(got)) {
			t.Fatalf("\nwant %+v\ngot  %+v", deref(want), deref(got))
		}
	}
	t.Run("any split into batches", rapid.MakeCheck(func(t *rapid.T) {
		records := session(t, "main")
		cuts := rapid.SliceOfN(rapid.Bool(), len(records), len(records)).Draw(t, "cuts")
		same(t, fold(records, never), fold(records, func(i int) bool { return cuts[i] }))
	}))
	t.Run("any duplication", rapid.MakeCheck(func(t *rapid.T) {
		records := session(t, "main")
		again := slices.Clone(records)
		for range rapid.IntRange(1, 6).Draw(t, "duplicates") {
			copied := records[rapid.IntRange(0, len(records)-1).Draw(t, "record")]
			again = slices.Insert(again, rapid.IntRange(0, len(again)).Draw(t, "where"), copied)
		}
		same(t, fold(records, never), fold(again, func(i int) bool { return i%5 == 4 }))
	}))
	t.Run("any interleaving of feeds", rapid.MakeCheck(func(t *rapid.T) {
		main, helper, twin := session(t, "main"), session(t, "helper"), []record{}
		twin = append(twin, main...)
		one := slices.Concat(main, helper)
		same(t, fold(one, never), fold(interleave(t, main, helper, twin), func(i int) bool { return i%3 == 2 }))
	}))
}

// interleave merges feeds and keeps the order of the records of each.
func interleave(t *rapid.T, feeds ...[]record) []record {
	var merged []record
	for {
		feeds = slices.DeleteFunc(feeds, func(f []record) bool { return len(f) == 0 })
		if len(feeds) == 0 {
			return merged
		}
		i := rapid.IntRange(0, len(feeds)-1).Draw(t, "feed")
		merged, feeds[i] = append(merged, feeds[i][0]), feeds[i][1:]
	}
}

// deref makes rows comparable as text: sizes and helpers by value.
func deref(rows []rowData) []string {
	var texts []string
	for _, r := range rows {
		size, via := int64(-1), ""
		if r.Bytes != nil {
			size = *r.Bytes
		}
		if r.Via != nil {
			via = r.Via.Name
		}
		r.Bytes, r.Via = nil, nil
		texts = append(texts, fmt.Sprintf("%+v bytes=%d via=%s", r, size, via))
	}
	return texts
}
