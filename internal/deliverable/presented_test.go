package deliverable_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

type presentedData struct {
	Links []struct {
		Text, Note string
		Links      []deliverable.PageLink
	}
	Rows  []struct{ ID, Origin, Key string }
	Pages map[string]struct {
		Title, Publisher  string
		Public, Own, Live bool
	}
	Base     string
	Resolved []struct {
		Key, Name, Publisher string
		State                models.DeliverableState
		Public, Gone         bool
	}
}

func TestLinksIn(t *testing.T) {
	for _, c := range load[presentedData](t, "presented").Links {
		require.ElementsMatch(t, c.Links, harness.LinksIn(c.Text), "%q %s", c.Text, c.Note)
	}
	for text, want := range map[string][]deliverable.PageLink{
		"https://x.test/p/pgabcde12345, and again /p/pgabcde12345": {{ID: "pgabcde12345", Origin: "https://x.test"}, {ID: "pgabcde12345"}},
		"docs/p/pgabcde12345":                 nil,
		"/p/pgabcde12345/x":                   {{ID: "pgabcde12345"}},
		"//evil.test/p/pgabcde12345":          nil,
		"javascript://x/p/pgabcde12345":       nil,
		"/p/pgABCDE12345":                     nil,
		"看/p/pgabcde12345":                    nil,
		"（/p/pgabcde12345）":                   nil,
		"HTTPS://X.test/p/pgabcde12345 is it": {{ID: "pgabcde12345", Origin: "https://x.test"}},
	} {
		require.Equal(t, want, harness.LinksIn(text), text)
	}
}

func TestResolve(t *testing.T) {
	data := load[presentedData](t, "presented")
	want := map[string]bool{}
	for _, c := range data.Resolved {
		want[c.Key] = true
	}
	for _, r := range data.Rows {
		row := birthOf(deliverable.PresentOp(deliverable.PageLink{ID: r.ID, Origin: r.Origin}, instant(1)))
		require.Equal(t, r.Key, row.Key)
		require.Nil(t, deliverable.CardOf(row), "what was merely shown has no card")
		var known *deliverable.PublishedPage
		if p, ok := data.Pages[r.ID]; ok {
			known = &deliverable.PublishedPage{Title: p.Title, Public: p.Public, Publisher: p.Publisher, Own: p.Own, Live: p.Live}
		}
		require.Equal(t, want[r.Key], deliverable.Resolve(row, known, data.Base), r.Key)
		for _, c := range data.Resolved {
			if c.Key != r.Key {
				continue
			}
			require.Equal(t, c.Name, row.Name)
			require.Equal(t, c.State, *row.State)
			require.Equal(t, []any{c.Public, c.Publisher, c.Gone}, []any{row.Page.Public, row.Page.Publisher, row.Page.Gone}, r.Key)
		}
	}
}

// birthOf folds one operation into an empty ledger.
func birthOf(op deliverable.Op) *models.Deliverable {
	return deliverable.NewLedger(nil, nil).Apply(op).Row
}

// TestPresentedPageFollowsItsLastMention checks that the flags are those of the creation, the address is that of the
// last mention, and the same mention changes a row once.
func TestPresentedPageFollowsItsLastMention(t *testing.T) {
	ledger := deliverable.NewLedger(nil, nil)
	first := deliverable.PresentOp(deliverable.PageLink{ID: "pgabcde12345", Origin: "https://b.test"}, instant(1780000001000))
	again := deliverable.PresentOp(deliverable.PageLink{ID: "pgabcde12345"}, instant(1780000002000))
	require.True(t, ledger.Apply(first).Created)
	require.False(t, ledger.Apply(again).Created)
	require.Equal(t, deliverable.SkipSeen, ledger.Apply(again).Skipped)
	row := ledger.Rows()[0]
	require.Equal(t, []any{"/p/pgabcde12345", "https://b.test", int64(1780000001000), int64(1780000002000)},
		[]any{*row.URL, row.Page.Origin, millis(row.FirstAt), millis(row.LastAt)})
}

func TestPresentedPagesHaveABudgetOfTheirOwn(t *testing.T) {
	var rows []*models.Deliverable
	for i := range 51 {
		rows = append(rows, birthOf(deliverable.PresentOp(deliverable.PageLink{ID: fmt.Sprintf("pg%010d", i)}, instant(int64(1000+i)))))
	}
	require.Len(t, deliverable.Budget(rows), 1)
	require.True(t, rows[0].Evicted, "the oldest mention is evicted")
}
