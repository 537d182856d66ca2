package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/harness"
	"vitrine/internal/live"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// bench is a registry over a database of the test's own, with one conversation.
type bench struct {
	*testing.T
	db       *database.DB
	log      *live.Log
	registry *registry.Registry
	id       string
}

func newBench(t *testing.T) *bench {
	t.Parallel()
	db := testkit.DB(t)
	log := live.NewLog(db, &live.Memory{})
	b := &bench{T: t, db: db, log: log, registry: registry.New(db, log, "https://inst.test")}
	b.id = b.conversation("ada")
	return b
}

func (b *bench) conversation(owner string) string {
	c := &models.Conversation{ID: models.NewID(), Owner: owner, Cwd: "/w", CreatedAt: models.Now(), UpdatedAt: models.Now()}
	require.NoError(b, b.db.From(b.Context()).Create(c).Error)
	return c.ID
}

// locked runs do the way callers of the registry do.
func (b *bench) locked(id string, do func(ctx context.Context, c *models.Conversation) error) {
	require.NoError(b, b.db.Tx(b.Context(), func(ctx context.Context) error {
		c, err := b.log.Lock(ctx, id)
		if err != nil {
			return err
		}
		return do(ctx, c)
	}))
}

// observe hands in records of Claude Code.
func (b *bench) observe(source, position string, records ...string) (seen deliverable.Observed) {
	reader, _ := harness.Find("claude")
	batch := deliverable.Batch{Source: source, Position: position}
	for i, record := range records {
		batch.Records = append(batch.Records, deliverable.Record{
			Writes:  reader.Read([]byte(record)),
			Arrival: deliverable.Arrival{Cwd: "/w", At: models.Now().Add(time.Duration(i) * time.Microsecond), Receipt: deliverable.Receipt{Source: source, Position: position}},
		})
	}
	b.locked(b.id, func(ctx context.Context, c *models.Conversation) (err error) {
		seen, err = b.registry.Observe(ctx, c, batch)
		return err
	})
	return seen
}

func (b *bench) list() deliverable.List {
	list, err := b.registry.List(b.Context(), b.id, deliverable.Query{})
	require.NoError(b, err)
	return list
}

func (b *bench) events() []models.EventKind {
	events, err := b.log.Read(b.Context(), b.id, 0, 10_000)
	require.NoError(b, err)
	var kinds []models.EventKind
	for i, e := range events {
		require.EqualValues(b, i+1, e.Sequence)
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

func call(id, tool, path string) string {
	return message("assistant", map[string]any{"type": "tool_use", "id": id, "name": tool, "input": map[string]string{
		"file_path": path, "content": "x", "old_string": "a", "new_string": "b",
	}})
}

func result(id string, failed bool) string {
	return message("user", map[string]any{"type": "tool_result", "tool_use_id": id, "is_error": failed})
}

// message makes one record of Claude Code around one block.
func message(kind string, block map[string]any) string {
	text, _ := json.Marshal(map[string]any{
		"type": kind, "isSidechain": true, "agentId": "fix\x00", "message": map[string]any{"content": []any{block}},
	})
	return string(text)
}

func TestObserve(t *testing.T) {
	b := newBench(t)
	seen := b.observe("s", "1", call("t1", "Write", "docs/a.md"))
	require.Equal(t, 1, seen.Unconfirmed)
	require.Empty(t, b.list().Nodes, "a pending write is not listed")

	seen = b.observe("s", "2", result("t1", false), call("t2", "Edit", "/w/docs/a.md"), result("t2", false))
	require.Equal(t, 2, seen.Applied)
	require.Zero(t, seen.Unconfirmed)
	row := b.list().Nodes[0]
	require.Equal(t, []any{":/w/docs/a.md", models.KindDoc, 1, 1}, []any{row.Key, row.Kind, row.Writes, row.Edits()})

	again := b.observe("s", "2", call("t9", "Write", "/w/other.md"), result("t9", false))
	require.Equal(t, 2, again.Applied, "a repeated position returns the earlier result")
	b.observe("twin", "1", call("t1", "Write", "docs/a.md"), result("t1", false))
	require.Equal(t, []int{1, 1}, []int{b.list().Nodes[0].Writes, b.list().Nodes[0].Edits()}, "a twin feed changes nothing")
	require.Len(t, b.list().Nodes, 1)

	b.observe("s", "3", call("t3", "Write", "no.md"), result("t3", true))
	require.Len(t, b.list().Nodes, 1, "a failed write is not listed")
	require.Equal(t, []models.EventKind{models.EventDeliverable}, b.events(), "one row changed in one batch")
}

func TestObserveResultFirst(t *testing.T) {
	b := newBench(t)
	b.observe("late", "1", result("t1", false), result("t2", true), result("other-tool", false))
	seen := b.observe("early", "1", call("t1", "Write", "a.md"), call("t2", "Write", "b.md"))
	require.Equal(t, 1, seen.Applied)
	require.Zero(t, seen.Unconfirmed)
	require.Equal(t, []string{":/w/a.md"}, listedKeys(b.list().Nodes))
}

func TestObserveOddText(t *testing.T) {
	b := newBench(t)
	b.observe("s", "1", call("t1", "Write", `/w/"quoted", {braced} \ and 文.md`), result("t1", false),
		call("t2\x00", "Write", "/w/b.md"), result("t2\x00", false), call("t3", "Write", "/w/\x00.md"), result("t3", false))
	require.Equal(t, []string{`:/w/"quoted", {braced} \ and 文.md`}, listedKeys(b.list().Nodes))
}

func TestObserveManyFeedsAtOnce(t *testing.T) {
	b := newBench(t)
	var feeds sync.WaitGroup
	for i := range 20 {
		feeds.Go(func() {
			id := fmt.Sprintf("t%d", i)
			b.observe(id, "1", call(id, "Write", "n"+id+".md"), result(id, false), call("shared", "Write", "s.md"), result("shared", false))
		})
	}
	feeds.Wait()
	list := b.list()
	require.Equal(t, 21, list.Counts.Items)
	shared := list.Nodes[slices.IndexFunc(list.Nodes, func(r *models.Deliverable) bool { return r.Name == "s.md" })]
	require.Equal(t, 1, shared.Writes)
	require.Len(t, b.events(), 21)
}

func TestBudgetAcrossBatches(t *testing.T) {
	b := newBench(t)
	var code, docs []string
	for i := range 310 {
		id := fmt.Sprintf("c%d", i)
		code = append(code, call(id, "Write", fmt.Sprintf("f%d.go", i)), result(id, false))
	}
	b.observe("s", "code", code...)
	require.Equal(t, deliverable.Counts{Code: 300, Total: 300, Full: true}, b.list().Counts)
	for i := range 250 {
		id := fmt.Sprintf("d%d", i)
		docs = append(docs, call(id, "Write", fmt.Sprintf("n%d.md", i)), result(id, false))
	}
	b.observe("s", "docs", docs...)
	require.Equal(t, deliverable.Counts{Items: 250, Code: 250, Total: 500, Full: true}, b.list().Counts)
	kinds := b.events()
	removed := len(slices.DeleteFunc(kinds, func(k models.EventKind) bool { return k != models.EventRemoved }))
	require.Equal(t, 50, removed, "rows that were never listed have no removal event")

	b.observe("s", "again", call("again", "Edit", "f0.go"), result("again", false))
	row := b.list().Nodes[250]
	require.Equal(t, []any{"f0.go", 1, 1}, []any{row.Name, row.Writes, row.Edits()}, "an evicted row comes back with its history")
}

// TestObserveStatements checks that a batch costs the same number of statements whatever the number of its records.
func TestObserveStatements(t *testing.T) {
	b := newBench(t)
	var stats int
	count := func(*gormDB) { stats++ }
	watch(b, count)
	statements := func(prefix string, n int) int {
		var records []string
		for i := range n {
			id := fmt.Sprintf("%s%d", prefix, i)
			records = append(records, call(id, "Write", id+".md"), result(id, false))
		}
		stats = 0
		b.observe(prefix, "1", records...)
		return stats
	}
	require.Equal(t, statements("few", 2), statements("many", 200))
}

func TestTouch(t *testing.T) {
	b := newBench(t)
	b.observe("s", "1", call("t1", "Write", "a.md"), result("t1", false))
	two, one := 2, 1
	touch := func(path string) (touched deliverable.Touched) {
		b.locked(b.id, func(ctx context.Context, c *models.Conversation) (err error) {
			touched, err = b.registry.Touch(ctx, c, deliverable.Touch{Path: path, Added: &two, Removed: &one})
			return err
		})
		return touched
	}
	touched := touch("/w/a.md")
	require.Equal(t, "[Doc edit] /w/a.md: +2 −1 lines", touched.Note)
	require.Equal(t, []any{models.ActorUser, 1, 1}, []any{touched.Row.By, touched.Row.UserEdits, touched.Row.Edits()})
	require.Nil(t, touch("/w/elsewhere.md").Row, "a path that is not a row leaves the note only")
	require.Len(t, b.list().Nodes, 1)

	notes, err := b.registry.Notes(t.Context(), b.id)
	require.NoError(t, err)
	require.Len(t, notes, 2)
	require.Equal(t, notes, b.take("k1"))
	require.Equal(t, notes, b.take("k1"), "the same key returns the same notes")
	require.Empty(t, b.take("k2"))
	touch("/w/a.md")
	require.Empty(t, b.take("k2"), "an empty answer is repeated too")
	require.Len(t, b.take(""), 1)
}

func (b *bench) take(key string) (notes []string) {
	b.locked(b.id, func(ctx context.Context, c *models.Conversation) (err error) {
		notes, err = b.registry.TakeNotes(ctx, c, key)
		return err
	})
	return notes
}

func TestKeepStored(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	require.NoError(t, b.db.From(ctx).Exec(`INSERT INTO artifact_types (id, name, content_type, default_delivery_mode, created_at, updated_at)
		VALUES ('00000000-0000-0000-0000-000000000001', 'JSON', 'application/json', 'INLINE', now(), now())`).Error)
	a := &models.ConversationArtifact{
		ID: models.NewID(), ConversationID: b.id, TypeID: "00000000-0000-0000-0000-000000000001", Name: "Summary",
		Visibility: models.VisibilityAlways, Owner: "ada", Letter: "A", CreatedAt: models.Now(), UpdatedAt: models.Now(),
	}
	require.NoError(t, b.db.From(ctx).Create(a).Error)
	n := int64(7)
	v := &models.ConversationArtifactVersion{ID: models.NewID(), MIMEType: "application/json", SizeBytes: &n, CreatedAt: models.Now()}
	for range 2 {
		b.locked(b.id, func(ctx context.Context, c *models.Conversation) error {
			_, err := b.registry.Keep(ctx, c, deliverable.OutputOp(a, v))
			return err
		})
	}
	row := b.list().Nodes[0]
	require.Equal(t, []any{"vitrine:" + a.ID, "Summary", models.KindDoc, models.OpOutput, 0, int64(7)},
		[]any{row.Key, row.Name, row.Kind, row.LastOp, row.Writes, *row.Bytes})
	found, err := b.registry.ByArtifact(ctx, a.ID)
	require.NoError(t, err)
	require.Equal(t, row.ID, found[a.ID].ID)
	b.locked(b.id, func(ctx context.Context, c *models.Conversation) error { return b.registry.Forget(ctx, c, a.ID) })
	require.Empty(t, b.list().Nodes)
	require.Equal(t, []models.EventKind{models.EventDeliverable, models.EventRemoved}, b.events())
}

func TestKindOfContent(t *testing.T) {
	for name, c := range map[string]struct {
		mime, file string
		want       models.DeliverableKind
	}{
		"data":                {"application/json", "", models.KindDoc},
		"source":              {"text/x-go", "main.go", models.KindDoc},
		"picture":             {"image/png", "", models.KindMedia},
		"page":                {"text/html; charset=utf-8", "", models.KindPage},
		"plain text":          {"text/plain", "", models.KindDoc},
		"office":              {"application/octet-stream", "a.xlsx", models.KindDoc},
		"archive":             {"application/zip", "a.zip", models.KindOther},
		"nothing is reported": {"", "", models.KindOther},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, deliverable.KindOfContent(c.mime, c.file)) })
	}
}

func TestOwnerOf(t *testing.T) {
	b := newBench(t)
	b.observe("s", "1", call("t1", "Write", "a.md"), result("t1", false))
	as := func(user string, role models.Role, scopes ...string) *models.Deliverable {
		row, err := b.registry.OwnerOf(auth.With(t.Context(), &auth.Principal{User: user, Role: role, Scopes: scopes}), "local", "/w/./a.md")
		require.NoError(t, err)
		return row
	}
	require.Equal(t, b.id, as("ada", models.RoleUser).ConversationID)
	require.NotNil(t, as("", models.RoleService))
	require.Nil(t, as("eve", models.RoleUser), "another's conversation is not reported")
	require.Nil(t, as("ada", models.RoleViewer))
	require.Nil(t, as("ada", models.RoleUser, "conversation:"+models.NewID()))
	require.NotNil(t, as("ada", models.RoleUser, "conversation:"+b.id))
	_, err := b.registry.OwnerOf(t.Context(), "", "/w/a.md")
	require.Error(t, err)
}

func TestHistory(t *testing.T) {
	b := newBench(t)
	b.observe("s", "1", call("t1", "Write", "a.md"), result("t1", false), call("t2", "Edit", "a.md"), result("t2", false),
		call("t3", "Edit", "a.md"), result("t3", false))
	id := b.list().Nodes[0].ID
	page, total, err := b.registry.History(t.Context(), id, "", 2)
	require.NoError(t, err)
	require.Equal(t, 3, total)
	require.Equal(t, []string{"t3", "t2"}, []string{page[0].CallID, page[1].CallID})
	require.Equal(t, []any{models.OpEdit, 1, 1, "s", "1"}, []any{page[0].Op, *page[0].Added, *page[0].Removed, page[0].Source, page[0].Position})
	page, _, err = b.registry.History(t.Context(), id, page[1].ID, 2)
	require.NoError(t, err)
	require.Equal(t, "t1", page[0].CallID)
}

func TestCounts(t *testing.T) {
	b := newBench(t)
	b.observe("s", "1", call("t1", "Write", "a.md"), result("t1", false), call("t2", "Write", "a.go"), result("t2", false))
	counts, err := b.registry.Counts(t.Context(), b.id, models.NewID())
	require.NoError(t, err)
	require.Equal(t, map[string]deliverable.Counts{b.id: {Items: 1, Code: 1, Total: 2}}, counts)
}

func listedKeys(rows []*models.Deliverable) []string {
	keys := []string{}
	for _, row := range rows {
		keys = append(keys, row.Key)
	}
	return keys
}
