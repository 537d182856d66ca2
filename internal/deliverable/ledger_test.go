package deliverable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
)

func TestLedger(t *testing.T) {
	type ledgerCase struct {
		Name  string   `json:"name"`
		Note  string   `json:"note"`
		Ops   []opData `json:"ops"`
		Steps []struct {
			Born    bool             `json:"born"`
			Skipped deliverable.Skip `json:"skipped"`
		} `json:"steps"`
		Rows map[string]rowData `json:"rows"`
	}
	for _, c := range load[[]ledgerCase](t, "reducer") {
		t.Run(c.Name, func(t *testing.T) {
			ledger := deliverable.NewLedger(nil, nil)
			for i, op := range c.Ops {
				step := ledger.Apply(op.op())
				require.Equal(t, c.Steps[i].Born, step.Created, "step %d", i)
				require.Equal(t, c.Steps[i].Skipped, step.Skipped, "step %d", i)
			}
			rows := map[string]rowData{}
			for _, row := range ledger.Rows() {
				rows[row.Key] = factsOf(row)
			}
			for key, want := range c.Rows {
				if want.CardKey == "" {
					want.CardKey = key
				}
				c.Rows[key] = want
			}
			require.Equal(t, c.Rows, rows, c.Note)
		})
	}
}
