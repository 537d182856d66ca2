package deliverable_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

type replayCase struct {
	Name    string
	Note    string
	Records []json.RawMessage
	Rows    []replayRow
	Cards   []string
}

type replayRow struct {
	Path, Via, LastCallID string
	Kind                  models.DeliverableKind
	By                    models.Actor
	Writes, Edits         int
	LastOp                models.DeliverableOp
}

// TestReplay checks that a session makes the expected rows and cards: read once, read again, and with every record
// twice.
func TestReplay(t *testing.T) {
	for _, c := range load[[]replayCase](t, "replay") {
		twice := []json.RawMessage{}
		for _, r := range c.Records {
			twice = append(twice, r, r)
		}
		for how, records := range map[string][]json.RawMessage{"once": c.Records, "read again": slices.Concat(c.Records, c.Records), "double feed": twice} {
			t.Run(c.Name+"/"+how, func(t *testing.T) {
				rows, cards := replay(records)
				require.ElementsMatch(t, c.Rows, rows, c.Note)
				require.ElementsMatch(t, c.Cards, cards)
			})
		}
	}
}

func replay(records []json.RawMessage) (rows []replayRow, cards []string) {
	reader, _ := harness.Find("claude")
	pairing, ledger := deliverable.NewPairing(), deliverable.NewLedger(nil, nil)
	for _, r := range records {
		for _, w := range pairing.Take(reader.Read(r), deliverable.Arrival{}) {
			ledger.Apply(w.Op)
		}
	}
	for _, row := range ledger.Rows() {
		facts := replayRow{Path: row.Path, LastCallID: row.LastCallID, Kind: row.Kind, By: row.By, Writes: row.Writes, Edits: row.Edits(), LastOp: row.LastOp}
		if row.Via != nil {
			facts.Via = row.Via.Name
		}
		rows = append(rows, facts)
		if card := deliverable.CardOf(row); card != nil {
			cards = append(cards, card.Key)
		}
	}
	return rows, cards
}
