package deliverable_test

import (
	"slices"
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
	Recent []string `json:"recent"`
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
