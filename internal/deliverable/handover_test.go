package deliverable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

type handoverRow struct {
	rowData
	Presented bool `json:"presented"`
}

func (d handoverRow) row() *models.Deliverable {
	row := d.rowData.row()
	if d.Presented {
		row.Page = &models.Page{ID: "pg", Presented: true}
	}
	return row
}

type handoverData struct {
	Rows  []handoverRow
	Items []struct{ Name, Item, Key string }
	Ops   []struct {
		Name string
		Row  *rowData
		Op   *struct {
			Kind, Host, Path, Name, URL, CallID string
			State                               models.DeliverableState
		}
	}
	Landing []struct {
		Name, Note             string
		Receiver, Rows, Landed []rowData
	}
	Marks []struct {
		To   []models.Receiver
		Kept []string
	}
	Gates []struct {
		Name    string
		Items   []string
		Refused bool
	}
}

var giver = &models.Conversation{ID: "c-help", Title: "layout desk"}

func TestRowFor(t *testing.T) {
	data := load[handoverData](t, "handover")
	var rows []*models.Deliverable
	for _, d := range data.Rows {
		rows = append(rows, d.row())
	}
	for _, c := range data.Items {
		t.Run(c.Name, func(t *testing.T) {
			row := deliverable.RowFor(rows, "", "/w", c.Item)
			if c.Key == "" {
				require.Nil(t, row)
				return
			}
			require.Equal(t, c.Key, row.Key)
			require.Same(t, row, deliverable.RowFor(rows, "elsewhere", "/x", row.Key), "a key needs no machine")
		})
	}
}

func TestHandoverOp(t *testing.T) {
	for _, c := range load[handoverData](t, "handover").Ops {
		if c.Op == nil {
			continue // rejected before an operation is made: see TestHandOver
		}
		t.Run(c.Name, func(t *testing.T) {
			op := deliverable.HandoverOp(c.Row.row(), giver, instant(1780000050000))
			require.Equal(t, models.OpHandover, op.Op)
			require.Equal(t, []string{c.Op.Kind, c.Op.Host, c.Op.Path, c.Op.Name, c.Op.CallID}, []string{string(op.Kind), op.Host, op.Path, op.Name, op.CallID})
			require.Equal(t, c.Op.State, op.State)
			require.Equal(t, &models.Via{Kind: "handover", Name: "layout desk", ConversationID: "c-help"}, op.Via)
			if c.Op.URL != "" {
				require.Equal(t, c.Op.URL, *op.URL)
			}
		})
	}
}

func TestHandoverLands(t *testing.T) {
	for _, c := range load[handoverData](t, "handover").Landing {
		t.Run(c.Name, func(t *testing.T) {
			var receiver []*models.Deliverable
			for _, d := range c.Receiver {
				receiver = append(receiver, d.row())
			}
			ledger := deliverable.NewLedger(receiver, nil)
			for _, d := range c.Rows {
				ledger.Apply(deliverable.HandoverOp(d.row(), giver, instant(1780000050000)))
			}
			var landed []rowData
			for _, row := range ledger.Rows() {
				facts := factsOf(row)
				facts.Key, facts.CardKey = row.Key, ""
				landed = append(landed, facts)
			}
			require.ElementsMatch(t, c.Landed, landed, c.Note)
		})
	}
}

func TestReceivers(t *testing.T) {
	for _, c := range load[handoverData](t, "handover").Marks {
		var kept []models.Receiver
		for _, r := range c.To {
			kept = deliverable.Receivers(kept, r)
		}
		var ids []string
		for _, r := range kept {
			ids = append(ids, r.ConversationID)
		}
		require.Equal(t, c.Kept, ids)
	}
}

func TestHandoverItems(t *testing.T) {
	for _, c := range load[handoverData](t, "handover").Gates {
		n := len(deliverable.HandoverItems(c.Items))
		require.Equal(t, c.Refused, n == 0 || n > deliverable.MaxHanded, c.Name)
	}
	require.Equal(t, []string{"a", "b"}, deliverable.HandoverItems([]string{" a ", "", "b", "a"}))
}
