package deliverable_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
)

type pairingCase struct {
	Name        string            `json:"name"`
	Note        string            `json:"note"`
	Harness     string            `json:"harness"`
	Records     []json.RawMessage `json:"records"`
	Ops         []opData          `json:"ops"`
	Unconfirmed int               `json:"unconfirmed"`
}

// TestPairingNamesHelpers holds that what a helper writes carries the name that its starting call gave, over batches.
func TestPairingNamesHelpers(t *testing.T) {
	reader, _ := harness.Find("claude")
	pairing, names := deliverable.NewPairing(), []string{}
	for _, record := range []string{
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"T1","name":"Task","input":{"description":"Draft the plan"}}]}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"T1"}]}}`,
		`{"type":"assistant","parent_tool_use_id":"T1","message":{"content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/a.md","content":"x"}}]}}`,
		`{"type":"user","parent_tool_use_id":"T1","message":{"content":[{"type":"tool_result","tool_use_id":"t2"}]}}`,
	} {
		for _, w := range pairing.Take(reader.Read([]byte(record)), deliverable.Sight{}) {
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
				for _, w := range pairing.Take(reader.Read(record), deliverable.Sight{Cwd: "/w/app"}) {
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
