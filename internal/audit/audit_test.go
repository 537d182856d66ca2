package audit_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/audit"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func list(t *testing.T, db *database.DB, f audit.Filter, args models.PageArgs) *models.Connection[models.AuditEntry] {
	t.Helper()
	page, err := audit.List(t.Context(), db, f, args)
	require.NoError(t, err)
	return page
}

func targets(page *models.Connection[models.AuditEntry]) []string {
	targets := []string{}
	for _, e := range page.Nodes() {
		targets = append(targets, e.Target)
	}
	return targets
}

func TestALineKeepsWhatItWasGiven(t *testing.T) {
	t.Parallel()
	db, id, before := testkit.DB(t), models.NewID(), models.Now()
	ctx := audit.WithRequestID(t.Context(), "r-1")
	require.Equal(t, "r-1", audit.RequestID(ctx))
	require.NoError(t, audit.Record(ctx, db, audit.Entry{
		Actor: "ada", KeyID: "k", Action: "update.version", Target: "version:1", ConversationID: id, Details: map[string]any{"n": 1},
	}))
	got := list(t, db, audit.Filter{}, models.PageArgs{}).Nodes()[0]
	require.Equal(t, []string{"ada", "k", "update.version", "version:1", id, "r-1"}, []string{got.Actor, got.KeyID, got.Action, got.Target, *got.ConversationID, got.RequestID})
	require.JSONEq(t, `{"n":1}`, string(got.Details))
	require.WithinRange(t, got.At, before, models.Now())

	require.Empty(t, audit.RequestID(t.Context()))
	require.NoError(t, audit.Record(t.Context(), db, audit.Entry{Actor: "vitrine", Action: "sweep.blobs"}))
	bare := list(t, db, audit.Filter{}, models.PageArgs{}).Nodes()[0]
	require.Nil(t, bare.ConversationID)
	require.Empty(t, bare.RequestID)
	require.True(t, bare.Details.IsNull())
}

func TestALineIsWrittenInTheTransactionOfItsChange(t *testing.T) {
	t.Parallel()
	db, boom := testkit.DB(t), errors.New("boom")
	err := db.Tx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, audit.Record(ctx, db, audit.Entry{Actor: "ada", Action: "a.b", Target: "b:1"}))
		require.Empty(t, targets(list(t, db, audit.Filter{}, models.PageArgs{})), "nobody sees it before the commit")
		return boom
	})
	require.ErrorIs(t, err, boom)
	require.Empty(t, targets(list(t, db, audit.Filter{}, models.PageArgs{})), "it is rolled back with the change")

	require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
		return audit.Record(ctx, db, audit.Entry{Actor: "ada", Action: "a.b", Target: "b:2"})
	}))
	require.Equal(t, []string{"b:2"}, targets(list(t, db, audit.Filter{}, models.PageArgs{})))
}

func TestManyLinesAreAllWrittenOrNone(t *testing.T) {
	t.Parallel()
	db := testkit.DB(t)
	require.NoError(t, audit.Record(t.Context(), db))
	entries := make([]audit.Entry, 1203)
	for i := range entries {
		entries[i] = audit.Entry{Actor: "ada", Action: "a.b", Target: strconv.Itoa(i)}
	}
	entries[1200].ConversationID = "no id"
	require.Error(t, db.Tx(t.Context(), func(ctx context.Context) error { return audit.Record(ctx, db, entries...) }))
	total, err := list(t, db, audit.Filter{}, models.PageArgs{}).TotalCount(t.Context())
	require.NoError(t, err)
	require.Zero(t, total)

	entries[1200].ConversationID = ""
	require.NoError(t, audit.Record(t.Context(), db, entries...))
	page := list(t, db, audit.Filter{}, models.PageArgs{First: new(1)})
	total, err = page.TotalCount(t.Context())
	require.NoError(t, err)
	require.Equal(t, len(entries), total)
	require.Equal(t, []string{"1202"}, targets(page), "in the order they were given")
}

func TestFiltersNarrowAndCombine(t *testing.T) {
	t.Parallel()
	db, one, two := testkit.DB(t), models.NewID(), models.NewID()
	require.NoError(t, audit.Record(t.Context(), db,
		audit.Entry{Actor: "ada", Action: "create.artifact", Target: "artifact:1", ConversationID: one},
		audit.Entry{Actor: "ada", Action: "read.version", Target: "version:2", ConversationID: two},
		audit.Entry{Actor: "ben", Action: "create.artifact", Target: "artifact:3", ConversationID: two},
		audit.Entry{Actor: "ben", Action: "create.apiKey", Target: "apiKey:4"},
	))
	old := models.Now().Add(-time.Hour)
	require.NoError(t, db.From(t.Context()).Model(&models.AuditEntry{}).Where("target = ?", "artifact:1").Update("at", old).Error)
	since := old.Add(time.Microsecond)
	for name, c := range map[string]struct {
		filter audit.Filter
		want   []string
	}{
		"nothing":                     {audit.Filter{}, []string{"apiKey:4", "artifact:3", "version:2", "artifact:1"}},
		"by actor":                    {audit.Filter{Actor: new("ada")}, []string{"version:2", "artifact:1"}},
		"by action":                   {audit.Filter{Action: new("create.artifact")}, []string{"artifact:3", "artifact:1"}},
		"by a part of an action":      {audit.Filter{Action: new("create")}, []string{}},
		"by target":                   {audit.Filter{Target: new("version:2")}, []string{"version:2"}},
		"by conversation":             {audit.Filter{ConversationID: &two}, []string{"artifact:3", "version:2"}},
		"by an id that is none":       {audit.Filter{ConversationID: new("' OR ''='")}, []string{}},
		"by an empty actor":           {audit.Filter{Actor: new("")}, []string{}},
		"since":                       {audit.Filter{Since: &since}, []string{"apiKey:4", "artifact:3", "version:2"}},
		"since, with the time itself": {audit.Filter{Since: &old}, []string{"apiKey:4", "artifact:3", "version:2", "artifact:1"}},
		"by all at once":              {audit.Filter{Actor: new("ben"), Action: new("create.artifact"), Target: new("artifact:3"), ConversationID: &two, Since: &since}, []string{"artifact:3"}},
		"by what does not meet":       {audit.Filter{Actor: new("ada"), Target: new("artifact:3")}, []string{}},
	} {
		require.Equal(t, c.want, targets(list(t, db, c.filter, models.PageArgs{})), name)
	}
}

func TestPagesGoThroughTheLogOnceAndCountTheFiltered(t *testing.T) {
	t.Parallel()
	db := testkit.DB(t)
	var want []string
	for i := range 7 {
		target := "t:" + strconv.Itoa(i)
		require.NoError(t, audit.Record(t.Context(), db, audit.Entry{Actor: "ada", Action: "a.b", Target: target}, audit.Entry{Actor: "ben", Action: "a.b", Target: "other"}))
		want = append([]string{target}, want...)
	}
	f := audit.Filter{Actor: new("ada")}
	var forward, backward []string
	args := models.PageArgs{First: new(3)}
	for {
		page := list(t, db, f, args)
		forward = append(forward, targets(page)...)
		total, err := page.TotalCount(t.Context())
		require.NoError(t, err)
		require.Equal(t, 7, total)
		if !page.PageInfo.HasNextPage {
			break
		}
		args.After = page.PageInfo.EndCursor
	}
	require.Equal(t, want, forward)
	args = models.PageArgs{Last: new(3)}
	for {
		page := list(t, db, f, args)
		backward = append(targets(page), backward...)
		if !page.PageInfo.HasPreviousPage {
			break
		}
		args.Before = page.PageInfo.StartCursor
	}
	require.Equal(t, want, backward)
	_, err := audit.List(t.Context(), db, f, models.PageArgs{After: new("nowhere")})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.Equal(t, "after", fault.As(err).Field)
}
