package database_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/internal/testkit"
	"vitrine/models"
)

// TestPageInfo checks on every page of a list, in both directions, whether another one lies before and behind it.
func TestPageInfo(t *testing.T) {
	db := testkit.DB(t)
	for i := range 7 {
		now := models.Now()
		require.NoError(t, db.From(t.Context()).Create(&models.Project{ID: models.NewID(), Name: fmt.Sprintf("p%d", i), Revision: 1, CreatedAt: now, UpdatedAt: now}).Error)
	}
	type flags struct{ previous, next bool }
	order := database.Order[models.Project]{Column: "name", Value: func(p *models.Project) (any, string) { return p.Name, p.ID }}
	read := func(args models.PageArgs) (*models.Connection[models.Project], flags) {
		c, err := database.Page(t.Context(), db.From(t.Context()).Model(&models.Project{}), args, order)
		require.NoError(t, err)
		return c, flags{c.PageInfo.HasPreviousPage, c.PageInfo.HasNextPage}
	}
	three, seven, eight := 3, 7, 8

	var forward []flags
	args := models.PageArgs{First: &three}
	for range 3 {
		c, f := read(args)
		forward = append(forward, f)
		args.After = c.PageInfo.EndCursor
	}
	require.Equal(t, []flags{{false, true}, {true, true}, {true, false}}, forward)

	var backward []flags
	args = models.PageArgs{Last: &three}
	for range 3 {
		c, f := read(args)
		backward = append(backward, f)
		args.Before = c.PageInfo.StartCursor
	}
	require.Equal(t, []flags{{true, false}, {true, true}, {false, true}}, backward)

	for name, args := range map[string]models.PageArgs{
		"just as many":            {First: &seven},
		"more than there are":     {First: &eight},
		"from the end, as many":   {Last: &seven},
		"from the end, with room": {Last: &eight},
	} {
		_, f := read(args)
		require.Equal(t, flags{}, f, name)
	}
}
