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
