package conversation_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/conversation"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// desk is the conversations of a database of the test's own.
type desk struct {
	*testing.T
	*conversation.Store
	db *database.DB
}

func newDesk(t *testing.T) *desk {
	t.Parallel()
	db := testkit.DB(t)
	return &desk{t, conversation.NewStore(db, live.NewLog(db, &live.Memory{})), db}
}

// as returns a context with a user of a role, limited to conversations when ids are given.
func (d *desk) as(user string, role models.Role, ids ...string) context.Context {
	p := &auth.Principal{User: user, Role: role}
	for _, id := range ids {
		p.Scopes = append(p.Scopes, "conversation:"+id)
	}
	return auth.With(d.Context(), p)
}

func (d *desk) ada() context.Context { return d.as("ada", models.RoleUser) }

func (d *desk) started(ctx context.Context, c *models.Conversation) *models.Conversation {
	d.Helper()
	require.NoError(d, d.Create(ctx, c))
	return c
}

func (d *desk) count(model any) (n int64) {
	d.Helper()
	require.NoError(d, d.db.From(d.Context()).Model(model).Count(&n).Error)
	return n
}

// code returns the code of a fault, "ok" without an error.
func code(err error) fault.Code {
	switch f := fault.As(err); {
	case err == nil:
		return ok
	case f == nil:
		return fault.Code("no fault: " + err.Error())
	default:
		return f.Code
	}
}

const ok fault.Code = "ok"

func TestWhoSeesReadsAndWritesWhichConversation(t *testing.T) {
	d := newDesk(t)
	hers := d.started(d.ada(), &models.Conversation{Title: "hers"})
	other := d.started(d.as("ben", models.RoleUser), &models.Conversation{Title: "his"})
	for name, c := range map[string]struct {
		ctx               context.Context
		seen, read, write fault.Code
		lists             int // how many conversations the caller's list has
	}{
		"the owner":                     {d.ada(), ok, ok, ok, 1},
		"another user":                  {d.as("ben", models.RoleUser), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 1},
		"a user with nothing":           {d.as("Ada", models.RoleUser), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 0},
		"a viewer":                      {d.as("vic", models.RoleViewer), ok, fault.CodeForbidden, fault.CodeForbidden, 2},
		"the owner as viewer":           {d.as("ada", models.RoleViewer), ok, fault.CodeForbidden, fault.CodeForbidden, 2},
		"an editor":                     {d.as("ada", models.RoleEditor), fault.CodeForbidden, fault.CodeForbidden, fault.CodeForbidden, -1},
		"a service":                     {d.as("bot", models.RoleService), ok, ok, ok, 2},
		"an administrator":              {d.as("eve", models.RoleAdmin), ok, ok, ok, 2},
		"the owner, limited to it":      {d.as("ada", models.RoleUser, hers.ID), ok, ok, ok, 1},
		"the owner, limited to another": {d.as("ada", models.RoleUser, other.ID), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 0},
		"another, limited to it":        {d.as("ben", models.RoleUser, hers.ID), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 0},
		"a service, limited to it":      {d.as("bot", models.RoleService, hers.ID), ok, ok, ok, 1},
		"a service, limited to another": {d.as("bot", models.RoleService, other.ID), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 1},
		"a viewer, limited to another":  {d.as("vic", models.RoleViewer, other.ID), fault.CodeNotFound, fault.CodeNotFound, fault.CodeForbidden, 1},
		"an admin, limited to another":  {d.as("eve", models.RoleAdmin, other.ID), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 1},
		"an admin of a scope of no id":  {d.as("eve", models.RoleAdmin, "*"), fault.CodeNotFound, fault.CodeNotFound, fault.CodeNotFound, 0},
		"nobody":                        {t.Context(), fault.CodeUnauthenticated, fault.CodeUnauthenticated, fault.CodeUnauthenticated, -1},
	} {
		_, seen := d.Seen(c.ctx, hers.ID)
		_, read := d.Read(c.ctx, hers.ID)
		_, write := d.Write(c.ctx, hers.ID)
		require.Equal(t, []fault.Code{c.seen, c.read, c.write}, []fault.Code{code(seen), code(read), code(write)}, name)
		_, update := d.Update(c.ctx, hers.ID, func(c *models.Conversation) error { c.Host = "h"; return nil })
		require.Equal(t, c.write, code(update), "%s updates", name)
		require.Equal(t, c.write, code(d.AddMessage(c.ctx, &models.Message{ConversationID: hers.ID, Role: models.RoleUserMessage, Text: "hi"})), "%s writes", name)

		page, err := d.List(c.ctx, conversation.Filter{}, conversation.ByCreatedAt, true, models.PageArgs{})
		if c.lists < 0 {
			require.NotEqual(t, ok, code(err), "%s lists", name)
			continue
		}
		require.NoError(t, err, "%s lists", name)
		require.Len(t, page.Edges, c.lists, "%s lists", name)
		total, err := page.TotalCount(c.ctx)
		require.NoError(t, err)
		require.Equal(t, c.lists, total, "%s counts", name)
	}
	require.EqualValues(t, 5, d.count(&models.Message{}), "one message of each who may write")
}

// TestAbsentAndForbiddenReadTheSame checks that a stranger cannot find out which conversations exist.
func TestAbsentAndForbiddenReadTheSame(t *testing.T) {
	d := newDesk(t)
	hers := d.started(d.ada(), &models.Conversation{ExternalKey: new("k")})
	ben := d.as("ben", models.RoleUser)
	for name, ask := range map[string]func(id string) error{
		"Seen":       func(id string) error { _, err := d.Seen(ben, id); return err },
		"Read":       func(id string) error { _, err := d.Read(ben, id); return err },
		"Write":      func(id string) error { _, err := d.Write(ben, id); return err },
		"Delete":     func(id string) error { _, err := d.Delete(ben, id); return err },
		"Update":     func(id string) error { _, err := d.Update(ben, id, nil); return err },
		"AddMessage": func(id string) error { return d.AddMessage(ben, &models.Message{ConversationID: id}) },
	} {
		absent := fault.As(ask(models.NewID()))
		require.NotNil(t, absent, name)
		for _, id := range []string{hers.ID, strings.ToUpper(hers.ID), "1' OR '1'='1", ""} {
			got := fault.As(ask(id))
			require.NotNil(t, got, name)
			got.Cause, absent.Cause = nil, nil // logged, never shown
			require.Equal(t, absent, got, "%s %q", name, id)
		}
	}
	_, err := d.Keyed(ben, "k")
	require.Equal(t, fault.CodeNotFound, code(err))
	got, err := d.Read(d.ada(), strings.ToUpper(hers.ID))
	require.NoError(t, err)
	require.Equal(t, hers.ID, got.ID)
}

func TestMayReadAnswersForAConversationThatWasFound(t *testing.T) {
	d := newDesk(t)
	c := &models.Conversation{ID: models.NewID(), Owner: "ada"}
	require.Equal(t, ok, code(conversation.MayRead(d.ada(), c)))
	require.Equal(t, fault.CodeNotFound, code(conversation.MayRead(d.as("ben", models.RoleUser), c)))
	require.Equal(t, fault.CodeForbidden, code(conversation.MayRead(d.as("vic", models.RoleViewer), c)))
	require.Equal(t, fault.CodeUnauthenticated, code(conversation.MayRead(t.Context(), c)))
}

func TestCreateBelongsToTheCallerAndIsLogged(t *testing.T) {
	d := newDesk(t)
	c := d.started(d.ada(), &models.Conversation{ID: "given", Owner: "ben", Title: "  Plans "})
	require.Equal(t, []string{"ada", "Plans"}, []string{c.Owner, c.Title})
	require.NotEqual(t, "given", c.ID)
	var line models.AuditEntry
	require.NoError(t, d.db.From(t.Context()).Take(&line).Error)
	require.Equal(t, []string{"create.conversation", "conversation:" + c.ID, c.ID, "ada"}, []string{line.Action, line.Target, *line.ConversationID, line.Actor})
	require.EqualValues(t, 1, d.count(&models.ConversationEvent{}))

	for name, ctx := range map[string]context.Context{
		"a viewer": d.as("vic", models.RoleViewer), "an editor": d.as("ed", models.RoleEditor),
		"a user, limited to a conversation": d.as("ada", models.RoleUser, c.ID), "an admin, limited to one": d.as("eve", models.RoleAdmin, c.ID),
	} {
		require.Equal(t, fault.CodeForbidden, code(d.Create(ctx, &models.Conversation{})), name)
	}
	require.Equal(t, fault.CodeUnauthenticated, code(d.Create(t.Context(), &models.Conversation{})))
	require.Equal(t, fault.CodeInvalid, code(d.Create(d.ada(), &models.Conversation{Title: strings.Repeat("x", 10_000)})))
	require.EqualValues(t, 1, d.count(&models.Conversation{}))
	require.EqualValues(t, 1, d.count(&models.AuditEntry{}))
}

func TestAnExternalKeyIsOfOneOwner(t *testing.T) {
	d := newDesk(t)
	ben := d.as("ben", models.RoleUser)
	hers := d.started(d.ada(), &models.Conversation{ExternalKey: new("k")})
	his := d.started(ben, &models.Conversation{ExternalKey: new("k")})
	for ctx, want := range map[context.Context]string{d.ada(): hers.ID, ben: his.ID, d.as("ada", models.RoleUser, hers.ID): hers.ID} {
		got, err := d.Keyed(ctx, "k")
		require.NoError(t, err)
		require.Equal(t, want, got.ID)
	}
	for _, ctx := range []context.Context{d.as("ada", models.RoleUser, his.ID), d.as("eve", models.RoleAdmin)} {
		_, err := d.Keyed(ctx, "k")
		require.Equal(t, fault.CodeNotFound, code(err))
	}
	err := d.Create(d.ada(), &models.Conversation{ExternalKey: new("k")})
	require.Equal(t, fault.CodeConflict, code(err))
	require.Equal(t, "externalKey", fault.As(err).Field)
	another := d.started(d.ada(), &models.Conversation{ExternalKey: new("l")})
	_, err = d.Update(d.ada(), another.ID, func(c *models.Conversation) error { c.ExternalKey = new("k"); return nil })
	require.Equal(t, fault.CodeConflict, code(err))
	_, err = d.Keyed(t.Context(), "k")
	require.Equal(t, fault.CodeUnauthenticated, code(err))
}

func TestUpdateChangesAllOrNothing(t *testing.T) {
	d := newDesk(t)
	c := d.started(d.ada(), &models.Conversation{Title: "one"})
	changed, err := d.Update(d.ada(), c.ID, func(c *models.Conversation) error { c.Title = "two"; return nil })
	require.NoError(t, err)
	require.Equal(t, "two", changed.Title)
	boom := errors.New("boom")
	_, err = d.Update(d.ada(), c.ID, func(c *models.Conversation) error { c.Title = "three"; return boom })
	require.ErrorIs(t, err, boom)
	_, err = d.Update(d.ada(), c.ID, func(c *models.Conversation) error { c.ExternalKey = new(""); return nil })
	require.Equal(t, fault.CodeInvalid, code(err))
	err = d.db.Tx(d.ada(), func(ctx context.Context) error {
		_, err := d.Update(ctx, c.ID, func(c *models.Conversation) error { c.Title = "four"; return nil })
		require.NoError(t, err)
		return boom
	})
	require.ErrorIs(t, err, boom)
	fresh, err := d.Seen(d.ada(), c.ID)
	require.NoError(t, err)
	require.Equal(t, "two", fresh.Title)
	require.EqualValues(t, 2, fresh.LastSequence)
	require.EqualValues(t, 2, d.count(&models.ConversationEvent{}))
	require.EqualValues(t, 2, d.count(&models.AuditEntry{}))
}

func TestDeleteTakesEverythingButTheAuditLog(t *testing.T) {
	d := newDesk(t)
	c := d.started(d.ada(), &models.Conversation{})
	require.NoError(t, d.AddMessage(d.ada(), &models.Message{ConversationID: c.ID, Role: models.RoleUserMessage, Text: "hi"}))
	for _, ctx := range []context.Context{d.as("ben", models.RoleUser), d.as("vic", models.RoleViewer), t.Context()} {
		_, err := d.Delete(ctx, c.ID)
		require.NotEqual(t, ok, code(err))
	}
	require.EqualValues(t, 1, d.count(&models.Conversation{}))
	id, err := d.Delete(d.ada(), c.ID)
	require.NoError(t, err)
	require.Equal(t, c.ID, id)
	for _, model := range []any{&models.Conversation{}, &models.Message{}, &models.ConversationEvent{}} {
		require.Zero(t, d.count(model), "%T", model)
	}
	var lines []string
	require.NoError(t, d.db.From(t.Context()).Model(&models.AuditEntry{}).Order("id").Pluck("action", &lines).Error)
	require.Equal(t, []string{"create.conversation", "delete.conversation"}, lines)
	_, err = d.Delete(d.ada(), c.ID)
	require.Equal(t, fault.CodeNotFound, code(err))
}

func TestMessagesAreNumberedWithoutGapsUnderConcurrentWriters(t *testing.T) {
	d := newDesk(t)
	one, two := d.started(d.ada(), &models.Conversation{}), d.started(d.ada(), &models.Conversation{})
	const each = 20
	var all sync.WaitGroup
	errs := make([]error, 2*each)
	for i := range errs {
		c, ctx := []*models.Conversation{one, two}[i%2], []context.Context{d.ada(), d.as("bot", models.RoleService)}[i/2%2]
		all.Go(func() {
			errs[i] = d.AddMessage(ctx, &models.Message{ConversationID: c.ID, Role: models.RoleUserMessage, Text: "hi"})
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	var want []int64
	for i := range int64(each) {
		want = append(want, i+1)
	}
	for _, c := range []*models.Conversation{one, two} {
		var got []int64
		require.NoError(t, d.db.From(t.Context()).Model(&models.Message{}).Where("conversation_id = ?", c.ID).Order("sequence").Pluck("sequence", &got).Error)
		require.Equal(t, want, got)
		fresh, err := d.Seen(d.ada(), c.ID)
		require.NoError(t, err)
		require.EqualValues(t, each+1, fresh.LastSequence, "an event for each message and one for the start")
	}

	require.Equal(t, fault.CodeTooLarge, code(d.AddMessage(d.ada(), &models.Message{ConversationID: one.ID, Role: models.RoleUserMessage, Text: strings.Repeat("x", 1<<20+1)})))
	m := &models.Message{ConversationID: one.ID, Role: models.RoleUserMessage, Text: strings.Repeat("x", 1<<20)}
	require.NoError(t, d.AddMessage(d.ada(), m))
	require.EqualValues(t, each+1, m.Sequence)
}

func TestMessagesAreFoundInTheirConversationOnly(t *testing.T) {
	d := newDesk(t)
	one, two, empty := d.started(d.ada(), &models.Conversation{}), d.started(d.ada(), &models.Conversation{}), d.started(d.ada(), &models.Conversation{})
	var ids []string
	for i, c := range []*models.Conversation{one, two, one, one} {
		m := &models.Message{ConversationID: c.ID, Role: models.RoleUserMessage, Text: strings.Repeat("x", i+1)}
		require.NoError(t, d.AddMessage(d.ada(), m))
		ids = append(ids, m.ID)
	}
	got, err := d.Message(d.ada(), one, strings.ToUpper(ids[0]))
	require.NoError(t, err)
	require.Equal(t, "x", got.Text)
	for _, id := range []string{ids[1], models.NewID(), "none"} {
		_, err := d.Message(d.ada(), one, id)
		require.Equal(t, fault.CodeNotFound, code(err))
		_, err = d.OptionalMessage(d.ada(), one, &id)
		require.Equal(t, fault.CodeNotFound, code(err))
	}
	none, err := d.OptionalMessage(d.ada(), one, nil)
	require.NoError(t, err)
	require.Nil(t, none)

	chats, err := d.Chats(d.ada(), []string{one.ID, two.ID, empty.ID})
	require.NoError(t, err)
	require.Equal(t, []int{3, 1, 0, 3}, []int{len(chats[one.ID]), len(chats[two.ID]), len(chats[empty.ID]), len(chats)})
	require.Equal(t, []string{ids[0], ids[2], ids[3], ""}, []string{chats[one.ID][0].ID, chats[one.ID][1].ID, chats[one.ID][2].ID, chats[one.ID][0].Text})

	pages, err := d.MessagePages(d.ada(), []string{one.ID, two.ID, empty.ID}, models.PageArgs{First: new(2)})
	require.NoError(t, err)
	require.Equal(t, []string{ids[0], ids[2]}, []string{pages[one.ID].Nodes()[0].ID, pages[one.ID].Nodes()[1].ID})
	require.Equal(t, []bool{true, false, false}, []bool{pages[one.ID].PageInfo.HasNextPage, pages[two.ID].PageInfo.HasNextPage, pages[empty.ID].PageInfo.HasNextPage})

	found, err := d.Messages(d.ada(), []string{ids[3], models.NewID(), ids[1]})
	require.NoError(t, err)
	require.Len(t, found, 2)
	conversations, err := d.Many(d.ada(), []string{two.ID, models.NewID()})
	require.NoError(t, err)
	require.Len(t, conversations, 1)
}

// TestLockedPairsInEitherOrderDoNotDeadlock runs many callers with the same two conversations at once, in both orders.
func TestLockedPairsInEitherOrderDoNotDeadlock(t *testing.T) {
	d := newDesk(t)
	one, two := d.started(d.ada(), &models.Conversation{Title: "one"}).ID, d.started(d.ada(), &models.Conversation{Title: "two"}).ID
	var inside, runs atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, 60)
	for i := range errs {
		first, second, title := one, two, "one"
		if i%2 == 1 {
			first, second, title = two, one, "two"
		}
		all.Go(func() {
			errs[i] = d.LockedPair(d.ada(), first, second, func(_ context.Context, a, b *models.Conversation) error {
				defer inside.Add(-1)
				if n := inside.Add(1); n != 1 || a.ID != first || b.ID != second || a.Title != title {
					return errors.New("not alone, or in another order than asked")
				}
				runs.Add(1)
				return nil
			})
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	require.EqualValues(t, len(errs), runs.Load())

	require.NoError(t, d.LockedPair(d.ada(), one, one, func(_ context.Context, a, b *models.Conversation) error {
		require.Equal(t, a.ID, b.ID)
		return nil
	}), "a pair of one conversation")
	err := d.LockedPair(d.ada(), one, models.NewID(), func(context.Context, *models.Conversation, *models.Conversation) error {
		t.Error("must not run")
		return nil
	})
	require.Equal(t, fault.CodeNotFound, code(err))
}

// TestLockedPairsInAnySpellingDoNotDeadlock needs LockedPair to order ids in their canonical spelling.
func TestLockedPairsInAnySpellingDoNotDeadlock(t *testing.T) {
	d := newDesk(t)
	one, two := d.started(d.ada(), &models.Conversation{}).ID, d.started(d.ada(), &models.Conversation{}).ID
	var all sync.WaitGroup
	errs := make([]error, 40)
	for i := range errs {
		first, second := one, two
		if i%2 == 1 {
			first, second = "{"+one+"}", two
		}
		if i%4 > 1 {
			first, second = second, first
		}
		all.Go(func() {
			errs[i] = d.LockedPair(d.ada(), first, second, func(context.Context, *models.Conversation, *models.Conversation) error { return nil })
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
}

func TestWhatIsDoneUnderALockIsRolledBackWithIt(t *testing.T) {
	d := newDesk(t)
	c, boom := d.started(d.ada(), &models.Conversation{Title: "one"}), errors.New("boom")
	err := d.Locked(d.ada(), c.ID, func(ctx context.Context, locked *models.Conversation) error {
		_, err := d.Update(ctx, locked.ID, func(c *models.Conversation) error { c.Title = "two"; return nil })
		require.NoError(t, err)
		return boom
	})
	require.ErrorIs(t, err, boom)
	fresh, err := d.Seen(d.ada(), c.ID)
	require.NoError(t, err)
	require.Equal(t, "one", fresh.Title)
	require.EqualValues(t, 1, d.count(&models.AuditEntry{}))
}

func TestListFiltersAndSorts(t *testing.T) {
	d := newDesk(t)
	for _, title := range []string{"beta 50%", "Alpha", "gamma"} {
		d.started(d.ada(), &models.Conversation{Title: title})
	}
	d.started(d.as("ben", models.RoleUser), &models.Conversation{Title: "delta"})
	eve := d.as("eve", models.RoleAdmin)
	first, err := d.List(eve, conversation.Filter{Text: new("beta")}, conversation.ByTitle, false, models.PageArgs{})
	require.NoError(t, err)
	_, err = d.Update(d.ada(), first.Nodes()[0].ID, func(c *models.Conversation) error { c.Host = "h"; return nil })
	require.NoError(t, err)
	for name, c := range map[string]struct {
		ctx    context.Context
		filter conversation.Filter
		by     conversation.Column
		desc   bool
		want   []string
	}{
		"oldest first":                  {eve, conversation.Filter{}, conversation.ByCreatedAt, false, []string{"beta 50%", "Alpha", "gamma", "delta"}},
		"last changed first":            {eve, conversation.Filter{}, conversation.ByUpdatedAt, true, []string{"beta 50%", "delta", "gamma", "Alpha"}},
		"by a part of a title":          {eve, conversation.Filter{Text: new(" ALPH ")}, conversation.ByTitle, false, []string{"Alpha"}},
		"a percent sign matches itself": {eve, conversation.Filter{Text: new("%")}, conversation.ByTitle, false, []string{"beta 50%"}},
		"by owner":                      {eve, conversation.Filter{Owner: new("ben")}, conversation.ByTitle, false, []string{"delta"}},
		"a filter does not widen":       {d.ada(), conversation.Filter{Owner: new("ben")}, conversation.ByTitle, false, []string{}},
		"by project":                    {eve, conversation.Filter{ProjectID: new("none")}, conversation.ByTitle, false, []string{}},
		"by agent":                      {eve, conversation.Filter{AgentID: new("none")}, conversation.ByTitle, false, []string{}},
	} {
		titles, args := []string{}, models.PageArgs{First: new(2)}
		for {
			page, err := d.List(c.ctx, c.filter, c.by, c.desc, args)
			require.NoError(t, err, name)
			for _, row := range page.Nodes() {
				titles = append(titles, row.Title)
			}
			if !page.PageInfo.HasNextPage {
				break
			}
			args.After = page.PageInfo.EndCursor
		}
		require.Equal(t, c.want, titles, name)
	}
}
