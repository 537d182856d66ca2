package database_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestPage(t *testing.T) {
	db := testkit.DB(t)
	for i := range 7 {
		now := models.Now()
		require.NoError(t, db.From(t.Context()).Create(&models.Project{ID: models.NewID(), Name: fmt.Sprintf("p%d", i), Revision: 1, CreatedAt: now, UpdatedAt: now}).Error)
	}
	read := func(args models.PageArgs, desc bool) (*models.Connection[models.Project], error) {
		order := database.Order[models.Project]{Column: "name", Desc: desc, Value: func(p *models.Project) (any, string) { return p.Name, p.ID }}
		return database.Page(t.Context(), db.From(t.Context()).Model(&models.Project{}), args, order)
	}
	names := func(c *models.Connection[models.Project]) (out []string) {
		for _, p := range c.Nodes() {
			out = append(out, p.Name)
		}
		return out
	}
	three := 3
	t.Run("walks forward to the end", func(t *testing.T) {
		var all []string
		args := models.PageArgs{First: &three}
		for {
			c, err := read(args, false)
			require.NoError(t, err)
			all = append(all, names(c)...)
			if !c.PageInfo.HasNextPage {
				break
			}
			args.After = c.PageInfo.EndCursor
		}
		require.Equal(t, []string{"p0", "p1", "p2", "p3", "p4", "p5", "p6"}, all)
	})
	t.Run("walks backward, each page in the list's order", func(t *testing.T) {
		last, err := read(models.PageArgs{Last: &three}, true)
		require.NoError(t, err)
		require.Equal(t, []string{"p2", "p1", "p0"}, names(last))
		require.True(t, last.PageInfo.HasPreviousPage)
		before, err := read(models.PageArgs{Last: &three, Before: last.PageInfo.StartCursor}, true)
		require.NoError(t, err)
		require.Equal(t, []string{"p5", "p4", "p3"}, names(before))
	})
	t.Run("counts the whole list", func(t *testing.T) {
		c, err := read(models.PageArgs{First: &three}, false)
		require.NoError(t, err)
		n, err := c.TotalCount(t.Context())
		require.NoError(t, err)
		require.Equal(t, 7, n)
	})
	t.Run("refuses invalid sizes and cursors", func(t *testing.T) {
		zero, many, minus, odd := 0, 101, -1, "bm90IGEgY3Vyc29y"
		c, err := read(models.PageArgs{First: &three}, false)
		require.NoError(t, err)
		for name, args := range map[string]models.PageArgs{
			"none":           {First: &zero},
			"too many":       {First: &many},
			"negative":       {Last: &minus},
			"both ends":      {First: &three, Last: &three},
			"invalid cursor": {After: &odd},
			"cut cursor":     {After: new((*c.PageInfo.EndCursor)[:10])},
		} {
			_, err := read(args, false)
			require.True(t, fault.Is(err, fault.CodeInvalid), "%s: %v", name, err)
		}
		other := database.Order[models.Project]{Column: "updated_at", Value: func(p *models.Project) (any, string) { return p.UpdatedAt, p.ID }}
		_, err = database.Page(t.Context(), db.From(t.Context()).Model(&models.Project{}), models.PageArgs{After: c.PageInfo.EndCursor}, other)
		require.True(t, fault.Is(err, fault.CodeInvalid), "a cursor of another order: %v", err)
	})
}

func TestPages(t *testing.T) {
	db := testkit.DB(t)
	var parents []string
	for i := range 3 {
		c := &models.Conversation{ID: models.NewID(), Owner: "a", CreatedAt: models.Now(), UpdatedAt: models.Now()}
		require.NoError(t, db.From(t.Context()).Create(c).Error)
		parents = append(parents, c.ID)
		for n := range i * 3 {
			m := &models.Message{ID: models.NewID(), ConversationID: c.ID, Role: models.RoleUserMessage, Text: fmt.Sprint(n), Sequence: int64(n + 1), CreatedAt: models.Now()}
			require.NoError(t, db.From(t.Context()).Create(m).Error)
		}
	}
	two := 2
	order := database.Order[models.Message]{Column: "id", Desc: true, Value: func(m *models.Message) (any, string) { return m.ID, m.ID }}
	pages, err := database.Pages(t.Context(), db.From(t.Context()).Model(&models.Message{}), "conversation_id", parents,
		func(m *models.Message) string { return m.ConversationID }, models.PageArgs{First: &two}, order)
	require.NoError(t, err)
	for i, id := range parents {
		page := pages[id]
		require.Len(t, page.Nodes(), min(2, i*3))
		require.Equal(t, i*3 > 2, page.PageInfo.HasNextPage)
		n, err := page.TotalCount(t.Context())
		require.NoError(t, err)
		require.Equal(t, i*3, n)
	}
	require.Equal(t, "5", pages[parents[2]].Nodes()[0].Text, "newest first")
}
