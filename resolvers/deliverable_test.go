package resolvers

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

// A page of a list has the order inside every group, including rows of other pages: code is last among the nodes, not
// inside its group.
func TestGroupsNameTheirRowsOnEveryPage(t *testing.T) {
	row := func(id string, kind models.DeliverableKind, helper string) *models.Deliverable {
		d := &models.Deliverable{ID: id, Key: id, Name: id, Kind: kind, Writes: 1, LastAt: time.Unix(1, 0)}
		if helper != "" {
			d.Via = &models.Via{Kind: "subagent", Name: helper}
		}
		return d
	}
	rows := []*models.Deliverable{row("a.go", models.KindCode, "fix"), row("b.md", models.KindDoc, "fix"), row("c.md", models.KindDoc, "")}
	list := deliverable.ListOf(rows, deliverable.Query{GroupBy: deliverable.GroupHelper, SortBy: deliverable.SortName})
	one, after := 1, "b.md"
	for _, cursor := range []*string{nil, &after} {
		page, err := deliverables(list, &one, cursor)
		require.NoError(t, err)
		require.Len(t, page.Nodes, 1)
		require.Len(t, page.Groups, 2)
		require.Equal(t, []string{"a.go", "b.md"}, page.Groups[0].Ids)
		require.Equal(t, []string{"c.md"}, page.Groups[1].Ids)
	}
}
