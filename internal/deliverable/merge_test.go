package deliverable_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

type mergeData struct {
	Cases []struct {
		Name, Note          string
		Left, Right, Merged []rowData
	}
	ThreeInputs []struct {
		Name                          string
		Transcript, Persisted, Merged []rowData
		Pages                         []struct {
			ID, Title, Path, URL string
			At                   int64
		}
		Designs []struct {
			ID, Title, Path, Host string
			At                    int64
		}
	}
	StoreOps []struct {
		Name, Of, ID, Title, SourceKey, Host, Path, URL string
		Removed                                         bool
		At                                              int64
		Op                                              *struct {
			Op                            models.DeliverableOp
			Kind                          models.DeliverableKind
			State                         models.DeliverableState
			Host, Path, Name, URL, CallID string
			At                            int64
		}
	}
}

func rowsByKey(data []rowData) deliverable.Rows {
	rows := deliverable.Rows{}
	for _, d := range data {
		rows[d.Key] = d.row()
	}
	return rows
}

func mergedFacts(rows deliverable.Rows) []rowData {
	list := []rowData{}
	for key, row := range rows {
		facts := factsOf(row)
		facts.Key, facts.CardKey = key, ""
		list = append(list, facts)
	}
	return list
}

func TestMerge(t *testing.T) {
	for _, c := range load[mergeData](t, "merge").Cases {
		t.Run(c.Name, func(t *testing.T) {
			left, right := rowsByKey(c.Left), rowsByKey(c.Right)
			require.ElementsMatch(t, c.Merged, mergedFacts(deliverable.Merge(left, right)), c.Note)
			require.ElementsMatch(t, c.Left, mergedFacts(left), "the sides stay as they were")
		})
	}
	t.Run("bounded afterwards", func(t *testing.T) {
		docs, code := deliverable.Rows{}, deliverable.Rows{}
		for i := range 400 {
			key := fmt.Sprintf(":/docs/n%d.md", i)
			docs[key] = &models.Deliverable{Key: key, Kind: models.KindDoc, LastAt: instant(int64(1000 + i))}
		}
		for i := range 150 {
			key := fmt.Sprintf(":/code/f%d.go", i)
			code[key] = &models.Deliverable{Key: key, Kind: models.KindCode, LastAt: instant(int64(1000 + i))}
		}
		merged := deliverable.Merge(docs, code)
		require.True(t, merged[":/code/f49.go"].Evicted)
		require.False(t, merged[":/code/f50.go"].Evicted)
		require.False(t, merged[":/docs/n0.md"].Evicted)
		require.False(t, code[":/code/f49.go"].Evicted, "the sides stay as they were")
	})
}

func TestMergeAddsActors(t *testing.T) {
	agent := deliverable.Rows{":/a": {Key: ":/a", Writes: 1, AgentEdits: 3}}
	user := deliverable.Rows{":/a": {Key: ":/a", Writes: 1, AgentEdits: 1, UserEdits: 2}}
	require.Equal(t, 5, deliverable.Merge(agent, user)[":/a"].Edits(), "a side that lacks the user's edits loses none")
}

// TestMergeThreeInputs holds that what a transcript tells, what was kept and what stores say make one account, in this order.
func TestMergeThreeInputs(t *testing.T) {
	for _, c := range load[mergeData](t, "merge").ThreeInputs {
		t.Run(c.Name, func(t *testing.T) {
			stores := deliverable.NewLedger(nil, nil)
			for _, p := range c.Pages {
				op, ok := deliverable.PageOp(deliverable.PageReport{ID: p.ID, Title: p.Title, Path: p.Path, URL: p.URL, At: instant(p.At)}, "")
				require.True(t, ok)
				stores.Apply(op)
			}
			for _, d := range c.Designs {
				op, ok := deliverable.DesignOp(deliverable.DesignReport{ID: d.ID, Title: d.Title, Host: d.Host, Path: d.Path, At: instant(d.At)}, "")
				require.True(t, ok)
				stores.Apply(op)
			}
			told := deliverable.Rows{}
			for _, row := range stores.Rows() {
				told[row.Key] = row
			}
			merged := deliverable.Merge(deliverable.Merge(rowsByKey(c.Transcript), rowsByKey(c.Persisted)), told)
			require.ElementsMatch(t, c.Merged, mergedFacts(merged))
		})
	}
}

func TestStoreOps(t *testing.T) {
	for _, c := range load[mergeData](t, "merge").StoreOps {
		t.Run(c.Name, func(t *testing.T) {
			page := deliverable.PageReport{
				ID: c.ID, Title: c.Title, Host: deliverable.PageHost(c.SourceKey, c.Path), Path: c.Path, URL: c.URL, Removed: c.Removed, At: instant(c.At),
			}
			op, ok := deliverable.PageOp(page, "")
			if c.Of == "design" {
				op, ok = deliverable.DesignOp(deliverable.DesignReport{ID: c.ID, Title: c.Title, Host: c.Host, Path: c.Path, At: instant(c.At)}, "")
			}
			require.Equal(t, c.Op != nil, ok)
			if c.Op == nil {
				return
			}
			require.Equal(t, c.Op.Op, op.Op)
			require.Equal(t, c.Op.Kind, op.Kind)
			require.Equal(t, c.Op.State, op.State)
			require.Equal(t, []string{c.Op.Host, c.Op.Path, c.Op.Name}, []string{op.Host, op.Path, op.Name})
			require.Equal(t, c.Op.At, millis(op.At))
			if !c.Removed {
				require.Equal(t, c.Op.CallID, op.CallID)
			}
			if c.Op.URL != "" {
				require.Equal(t, c.Op.URL, *op.URL)
			}
		})
	}
}

// TestMergeOfOneAccount holds that an account joined with any earlier state of itself stays the account.
func TestMergeOfOneAccount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := session(t, "main")
		cut := rapid.IntRange(0, len(records)).Draw(t, "cut")
		whole, part := accountOf(records), accountOf(records[:cut])
		merged := deliverable.Merge(whole, part)
		for key, row := range whole {
			want, got := deref([]rowData{factsOf(row)}), deref([]rowData{factsOf(merged[key])})
			if fmt.Sprint(want) != fmt.Sprint(got) {
				t.Fatalf("want %+v, got %+v", want, got)
			}
		}
	})
}

func accountOf(records []record) deliverable.Rows {
	pairing, ledger := deliverable.NewPairing(), deliverable.NewLedger(nil, nil)
	for _, r := range records {
		for _, w := range pairing.Take(append(record{}, r...), deliverable.Sight{Cwd: "/w"}) {
			ledger.Apply(w.Op)
		}
	}
	rows := deliverable.Rows{}
	for _, row := range ledger.Rows() {
		rows[row.Key] = row
	}
	return rows
}
