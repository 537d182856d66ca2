package deliverable_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

type listData struct {
	Rows    []rowData `json:"rows"`
	Filters []struct {
		Name, Filter string
		Keys         []string
	} `json:"filters"`
	Orders []struct {
		Group  deliverable.GroupBy
		Sort   deliverable.SortBy
		Groups []struct {
			Key  string
			Rows []string
		}
	} `json:"orders"`
	Recent  []string `json:"recent"`
	Columns []struct {
		Sort    deliverable.SortBy
		Reverse bool
		Keys    []string
	}
	CountLines []struct {
		Items, Code, MatchingCode int
		Matches                   *int
		Tokens                    string
	}
	Rail     struct{ Kinds, Helpers [][2]any }
	RailRows []struct {
		Select string
		Keys   []string
	}
}

func (d listData) rows() []*models.Deliverable {
	var rows []*models.Deliverable
	for _, r := range d.Rows {
		rows = append(rows, r.row())
	}
	return rows
}

func TestListFilter(t *testing.T) {
	data := load[listData](t, "list")
	for _, c := range data.Filters {
		t.Run(c.Name, func(t *testing.T) {
			list := deliverable.ListOf(data.rows(), deliverable.Query{Filter: c.Filter})
			require.ElementsMatch(t, c.Keys, keysOf(list.Nodes))
			require.Equal(t, deliverable.Counts{Items: 11, Code: 12, Total: 23}, list.Counts, "counts are of the whole list")
		})
	}
}

func TestListOrder(t *testing.T) {
	data := load[listData](t, "list")
	for _, c := range data.Orders {
		t.Run(string(c.Group+"/"+deliverable.GroupBy(c.Sort)), func(t *testing.T) {
			list := deliverable.ListOf(data.rows(), deliverable.Query{GroupBy: c.Group, SortBy: c.Sort})
			require.Len(t, list.Groups, len(c.Groups))
			for i, want := range c.Groups {
				require.Equal(t, want.Key, list.Groups[i].Key)
				require.Equal(t, want.Rows, keysOf(list.Groups[i].Rows), want.Key)
			}
			firstCode := slices.IndexFunc(list.Nodes, func(r *models.Deliverable) bool { return r.Kind == models.KindCode })
			require.Equal(t, 11, firstCode, "code is last")
		})
	}
}

func TestListRecent(t *testing.T) {
	data := load[listData](t, "list")
	require.Equal(t, data.Recent, keysOf(deliverable.ListOf(data.rows(), deliverable.Query{}).Recent))
	require.Empty(t, deliverable.ListOf(data.rows(), deliverable.Query{Filter: "md"}).Recent, "hidden while filtering")
	require.Empty(t, deliverable.ListOf(data.rows()[:7], deliverable.Query{}).Recent, "hidden in a short list")
	require.Len(t, deliverable.ListOf(data.rows()[:8], deliverable.Query{}).Recent, 5)
}

func TestListDayFollowsItsZone(t *testing.T) {
	rows := []*models.Deliverable{{Key: "a", Kind: models.KindDoc, LastAt: time.Date(2026, 5, 28, 23, 30, 0, 0, time.UTC)}}
	tokyo := time.FixedZone("JST", 9*3600)
	require.Equal(t, "d:2026-05-28", deliverable.ListOf(rows, deliverable.Query{GroupBy: deliverable.GroupDay}).Groups[0].Key)
	require.Equal(t, "d:2026-05-29", deliverable.ListOf(rows, deliverable.Query{GroupBy: deliverable.GroupDay, Zone: tokyo}).Groups[0].Key)
}

func TestListIsDeterministic(t *testing.T) {
	data := load[listData](t, "list")
	rows := data.rows()
	want := deliverable.ListOf(rows, deliverable.Query{SortBy: deliverable.SortName})
	slices.Reverse(rows)
	require.Equal(t, keysOf(want.Nodes), keysOf(deliverable.ListOf(rows, deliverable.Query{SortBy: deliverable.SortName}).Nodes))
}

func TestListColumns(t *testing.T) {
	data := load[listData](t, "list")
	for _, c := range data.Columns {
		t.Run(fmt.Sprint(c.Sort, c.Reverse), func(t *testing.T) {
			list := deliverable.ListOf(data.rows(), deliverable.Query{GroupBy: deliverable.GroupNone, SortBy: c.Sort, Reverse: c.Reverse})
			require.Equal(t, c.Keys, keysOf(list.Nodes))
			require.Len(t, list.Groups, 1)
		})
	}
}

// TestListRail checks that the groups of two lists are the choices of a rail, and that each choice selects its rows.
func TestListRail(t *testing.T) {
	data := load[listData](t, "list")
	choices := func(by deliverable.GroupBy) (found [][2]any) {
		for _, g := range deliverable.ListOf(data.rows(), deliverable.Query{GroupBy: by}).Groups {
			if g.Label != "" {
				found = append(found, [2]any{g.Label, float64(len(g.Rows))})
			}
		}
		return found
	}
	require.Equal(t, data.Rail.Kinds, choices(deliverable.GroupKind))
	require.Equal(t, data.Rail.Helpers, choices(deliverable.GroupHelper))
	for _, c := range data.RailRows {
		query := deliverable.Query{}
		switch {
		case strings.HasPrefix(c.Select, "k:"):
			query.Kinds = []models.DeliverableKind{models.DeliverableKind(strings.ToUpper(c.Select[2:]))}
		case strings.HasPrefix(c.Select, "h:"):
			query.Helper = new(strings.TrimPrefix(c.Select, "h:"))
		case c.Select == "recent":
			require.Equal(t, c.Keys, keysOf(deliverable.ListOf(data.rows(), query).Recent))
			continue
		}
		require.ElementsMatch(t, c.Keys, keysOf(deliverable.ListOf(data.rows(), query).Nodes), c.Select)
	}
	require.NotEmpty(t, deliverable.ListOf(data.rows(), deliverable.Query{Helper: new("")}).Nodes, "the main agent's own")
}

func TestListCountLine(t *testing.T) {
	for _, c := range load[listData](t, "list").CountLines {
		list := deliverable.List{Counts: deliverable.CountsOf(c.Items, c.Code), MatchingCode: c.MatchingCode}
		if c.Matches != nil {
			list.Filtered, list.Nodes = true, make([]*models.Deliverable, *c.Matches)
		}
		var nouns, numbers []string
		for _, token := range list.CountLine() {
			noun, number, _ := strings.Cut(token, ":")
			nouns, numbers = append(nouns, noun), append(numbers, number)
		}
		require.Equal(t, c.Tokens, strings.Join(nouns, "+")+":"+strings.Join(numbers, ":"))
	}
	list := &deliverable.List{Counts: deliverable.CountsOf(1, 2)}
	require.Equal(t, "1 item · 2 code", deliverable.CountLine(list, deliverable.English))
	require.Equal(t, "1 项 · 2 个代码文件", deliverable.CountLine(list, deliverable.Chinese))
	require.Equal(t, "1 件 · コード 2 件", deliverable.CountLine(list, deliverable.Japanese))
}
