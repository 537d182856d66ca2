package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/models"
)

// listed goes through all pages of two rows each, and returns the names.
func listed(t *testing.T, types *catalog.Types, f catalog.Filter, by catalog.Column, desc bool) []string {
	t.Helper()
	names, args := []string{}, models.PageArgs{First: new(2)}
	for {
		page, err := types.List(t.Context(), f, by, desc, args)
		require.NoError(t, err)
		for _, row := range page.Nodes() {
			names = append(names, row.Name)
		}
		if !page.PageInfo.HasNextPage {
			total, err := page.TotalCount(t.Context())
			require.NoError(t, err)
			require.Equal(t, len(names), total)
			return names
		}
		args.After = page.PageInfo.EndCursor
	}
}

func TestListFiltersAndSorts(t *testing.T) {
	ctx, types, _ := setup(t)
	for _, row := range []*models.ArtifactType{
		{Name: "beta", ContentType: "text/x-beta", Priority: 5, Enabled: true},
		{Name: "Alpha", ContentType: "text/x-alpha", Priority: 5, SystemSupplied: true, Enabled: true},
		{Name: "50%_sure", ContentType: "image/*", Priority: -1},
		{Name: "delta", ContentType: "text/x-delta", Priority: 100, SystemSupplied: true},
		{Name: "gamma", ContentType: "text/x-gamma", Priority: 20, Enabled: true},
	} {
		row.DefaultDeliveryMode = models.DeliveryToolsOnly
		require.NoError(t, types.Create(ctx, row))
	}
	for _, name := range []string{"delta", "beta"} {
		row, err := types.Named(ctx, name)
		require.NoError(t, err)
		_, err = types.Update(ctx, row.ID, nil, func(a *models.ArtifactType) error { a.Description = "changed"; return nil })
		require.NoError(t, err)
	}

	all := catalog.Filter{}
	for name, c := range map[string]struct {
		filter catalog.Filter
		by     catalog.Column
		desc   bool
		want   []string
	}{
		"by priority, as numbers":         {all, catalog.ByPriority, true, []string{"delta", "gamma", "Alpha", "beta", "50%_sure"}},
		"by priority, lowest first":       {all, catalog.ByPriority, false, []string{"50%_sure", "beta", "Alpha", "gamma", "delta"}},
		"last changed first":              {all, catalog.ByUpdatedAt, true, []string{"beta", "delta", "gamma", "50%_sure", "Alpha"}},
		"by a part of the name":           {catalog.Filter{Text: new(" ALPH ")}, catalog.ByName, false, []string{"Alpha"}},
		"by a part of the content type":   {catalog.Filter{Text: new("image/")}, catalog.ByName, false, []string{"50%_sure"}},
		"a percent sign matches itself":   {catalog.Filter{Text: new("%")}, catalog.ByName, false, []string{"50%_sure"}},
		"an underscore matches itself":    {catalog.Filter{Text: new("_")}, catalog.ByName, false, []string{"50%_sure"}},
		"a blank text narrows nothing":    {catalog.Filter{Text: new(" "), Enabled: new(false)}, catalog.ByPriority, false, []string{"50%_sure", "delta"}},
		"supplied with the system":        {catalog.Filter{SystemSupplied: new(true)}, catalog.ByPriority, false, []string{"Alpha", "delta"}},
		"not supplied with the system":    {catalog.Filter{SystemSupplied: new(false)}, catalog.ByPriority, false, []string{"50%_sure", "beta", "gamma"}},
		"enabled":                         {catalog.Filter{Enabled: new(true)}, catalog.ByPriority, true, []string{"gamma", "Alpha", "beta"}},
		"enabled and supplied":            {catalog.Filter{Enabled: new(true), SystemSupplied: new(true)}, catalog.ByName, false, []string{"Alpha"}},
		"a text and a filter both narrow": {catalog.Filter{Text: new("a"), Enabled: new(false)}, catalog.ByName, false, []string{"50%_sure", "delta"}},
		"what is not there":               {catalog.Filter{Text: new("nothing")}, catalog.ByName, false, []string{}},
	} {
		require.Equal(t, c.want, listed(t, types, c.filter, c.by, c.desc), name)
	}
	require.ElementsMatch(t, []string{"50%_sure", "Alpha", "beta", "delta", "gamma"}, listed(t, types, all, catalog.ByName, false), "no row is lost between pages")
	backward := listed(t, types, all, catalog.ByName, true)
	forward := listed(t, types, all, catalog.ByName, false)
	for i := range forward {
		require.Equal(t, forward[i], backward[len(backward)-1-i])
	}
}

func TestACursorIsOfItsOwnOrder(t *testing.T) {
	ctx, types, _ := setup(t)
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, types.Create(ctx, newType(name)))
	}
	page, err := types.List(ctx, catalog.Filter{}, catalog.ByName, false, models.PageArgs{First: new(1)})
	require.NoError(t, err)
	_, err = types.List(ctx, catalog.Filter{}, catalog.ByPriority, false, models.PageArgs{After: page.PageInfo.EndCursor})
	code(t, fault.CodeInvalid, "after", err)
	back, err := types.List(ctx, catalog.Filter{}, catalog.ByName, false, models.PageArgs{Last: new(2)})
	require.NoError(t, err)
	require.Equal(t, []string{"b", "c"}, []string{back.Nodes()[0].Name, back.Nodes()[1].Name})
	require.True(t, back.PageInfo.HasPreviousPage)
	_, err = types.List(ctx, catalog.Filter{}, catalog.ByName, false, models.PageArgs{First: new(101)})
	code(t, fault.CodeInvalid, "first", err)
}
