package deliverable_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

type pairingCase struct {
	Name        string            `json:"name"`
	Note        string            `json:"note"`
	Harness     string            `json:"harness"`
	Records     []json.RawMessage `json:"records"`
	Ops         []opData          `json:"ops"`
	Unconfirmed int               `json:"unconfirmed"`
}

// TestPairingNamesHelpers checks that a helper's writes have the name that the call which started it has, over
// batches.
func TestPairingNamesHelpers(t *testing.T) {
	reader, _ := harness.Find("claude")
	pairing, names := deliverable.NewPairing(), []string{}
	for _, record := range []string{
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"T1","name":"Task","input":{"description":"Draft the plan"}}]}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"T1"}]}}`,
		`{"type":"assistant","parent_tool_use_id":"T1","message":{"content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/a.md","content":"x"}}]}}`,
		`{"type":"user","parent_tool_use_id":"T1","message":{"content":[{"type":"tool_result","tool_use_id":"t2"}]}}`,
	} {
		for _, w := range pairing.Take(reader.Read([]byte(record)), deliverable.Arrival{}) {
			names = append(names, w.Op.Via.Name)
		}
		pairing = deliverable.RestorePairing(pairing.Waiting(), nil)
	}
	require.Equal(t, []string{"Draft the plan"}, names)
	require.Zero(t, pairing.Unconfirmed())
}

func TestPairing(t *testing.T) {
	for _, c := range load[[]pairingCase](t, "pairing") {
		t.Run(c.Harness+"/"+c.Name, func(t *testing.T) {
			reader, ok := harness.Find(c.Harness)
			require.True(t, ok)
			pairing, ledger, found := deliverable.NewPairing(), deliverable.NewLedger(nil, nil), []opData{}
			for _, record := range c.Records {
				for _, w := range pairing.Take(reader.Read(record), deliverable.Arrival{Cwd: "/w/app"}) {
					if ledger.Apply(w.Op).Skipped == "" {
						found = append(found, opData{Path: w.Op.Path, From: w.Op.From.Path, Op: w.Op.Op, Bytes: w.Op.Bytes, CallID: w.Op.CallID})
					}
				}
			}
			require.Equal(t, len(c.Ops), len(found), c.Note)
			for i, want := range c.Ops {
				if want.Bytes == nil {
					want.Bytes = found[i].Bytes
				}
				require.Equal(t, want, found[i], c.Note)
			}
			require.Equal(t, c.Unconfirmed, pairing.Unconfirmed())
		})
	}
}

// TestPairingOverBatches checks that what waits is the same after a restart. A result with a path is not a waiting
// call, and a call without a path waits for nothing.
func TestPairingOverBatches(t *testing.T) {
	call := harness.Write{CallID: "t1", Path: "/w/a.md", Op: models.OpWrite, Outcome: harness.Pending}
	for name, c := range map[string]struct {
		first       harness.Write
		then        []harness.Write
		found       int
		unconfirmed int
	}{
		"a failure that reports its path":      {harness.Write{CallID: "t1", Path: "/w/a.md", Op: models.OpWrite, Outcome: harness.Failed}, nil, 0, 0},
		"that failure, then its call":          {harness.Write{CallID: "t1", Path: "/w/a.md", Op: models.OpWrite, Outcome: harness.Failed}, []harness.Write{call}, 0, 0},
		"a result that reports its path":       {harness.Write{CallID: "t1", Path: "/w/a.md", Op: models.OpWrite, Outcome: harness.Done}, nil, 0, 0},
		"that result, then its call":           {harness.Write{CallID: "t1", Path: "/w/a.md", Op: models.OpWrite, Outcome: harness.Done}, []harness.Write{call}, 1, 0},
		"a call without a path":                {harness.Write{CallID: "t1", Outcome: harness.Pending}, nil, 0, 0},
		"a call without a path, then with one": {harness.Write{CallID: "t1", Outcome: harness.Pending}, []harness.Write{call}, 0, 1},
		"a waiting call, and the same again":   {call, []harness.Write{call}, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			pairing := deliverable.NewPairing()
			found := pairing.Take([]harness.Write{c.first}, deliverable.Arrival{})
			waiting := pairing.Waiting()
			for _, row := range waiting {
				require.Equal(t, c.first.Outcome == harness.Pending, row.Key != "", "only a call that waits is counted as unconfirmed")
			}
			pairing = deliverable.RestorePairing(waiting, nil)
			for _, w := range c.then {
				found = append(found, pairing.Take([]harness.Write{w}, deliverable.Arrival{})...)
			}
			require.Len(t, found, c.found)
			require.Equal(t, c.unconfirmed, pairing.Unconfirmed())
		})
	}
}

// TestPairingOfManyCalls would take many minutes if each call were searched for among all open ones.
func TestPairingOfManyCalls(t *testing.T) {
	const many = 30_000
	write := func(i int, w harness.Write) []harness.Write {
		w.Path, w.Op, w.CallID, w.Outcome = fmt.Sprintf("/w/%d.md", i), models.OpWrite, w.CallID+strconv.Itoa(i), cmp.Or(w.Outcome, harness.Pending)
		return []harness.Write{w}
	}
	var together []harness.Write
	for i := range many {
		together = append(together, write(i, harness.Write{Script: true})...)
		together[i].CallID = "one"
	}
	for name, c := range map[string]struct {
		open                func(i int) []harness.Write
		then                harness.Write
		found, left, before int
	}{
		"scripts and their events":              {func(i int) []harness.Write { return write(i, harness.Write{Script: true}) }, harness.Write{CallID: "e", Whole: true, Outcome: harness.Done}, many, 0, many},
		"one script with many writes":           {func(i int) []harness.Write { return together[i*many:] }, harness.Write{CallID: "e", Whole: true, Outcome: harness.Done}, many, 0, 1},
		"calls and what a client did for them":  {func(i int) []harness.Write { return write(i, harness.Write{}) }, harness.Write{CallID: "e", Inner: true}, 0, many, many},
		"file operations without any open call": {func(int) []harness.Write { return nil }, harness.Write{CallID: "e", Inner: true}, 0, many, 0},
	} {
		t.Run(name, func(t *testing.T) {
			pairing, found := deliverable.NewPairing(), 0
			for i := range many {
				if c.before == 1 && i > 0 {
					break
				}
				pairing.Take(c.open(i), deliverable.Arrival{})
			}
			require.Equal(t, c.before, pairing.Unconfirmed())
			for i := range many {
				found += len(pairing.Take(write(i, c.then), deliverable.Arrival{}))
			}
			require.Equal(t, []int{c.found, c.left}, []int{found, pairing.Unconfirmed()})
		})
	}
}
