package observation_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/fault"
	"vitrine/internal/observation"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

func (w *bench) about() observation.Reported { return observation.Reported{ConversationID: &w.ID} }

func (w *bench) page(p deliverable.PageReport) *models.Deliverable {
	row, err := w.Observations.ReportPage(w.Ctx, w.about(), p)
	require.NoError(w, err)
	return row
}

func (w *bench) design(d deliverable.DesignReport) *models.Deliverable {
	row, err := w.Observations.ReportDesign(w.Ctx, w.about(), d)
	require.NoError(w, err)
	return row
}

func (w *bench) service(job deliverable.Job) *models.Deliverable {
	row, err := w.Observations.ReportService(w.Ctx, w.about(), job)
	require.NoError(w, err)
	return row
}

// sequence returns the number of the conversation's newest event, which increases with every reported change.
func (w *bench) sequence(id string) int64 {
	there, err := w.Log.Extent(w.Ctx, id)
	require.NoError(w, err)
	return there.Last
}

func state(row *models.Deliverable) models.DeliverableState {
	if row == nil || row.State == nil {
		return ""
	}
	return *row.State
}

func TestReportPage(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/site/index.html", "<h1>hi</h1>")...)
	published := deliverable.PageReport{ID: "pgabcde12345", Path: "site/index.html", Title: "Site"}
	row := w.page(published)
	require.Equal(t, []any{models.KindPage, "index.html", "/p/pgabcde12345", models.StatePublished, 1}, []any{row.Kind, row.Name, *row.URL, state(row), row.Writes},
		"the row of the source file is named by the file and keeps its counters")

	before := w.sequence(w.ID)
	w.page(published)
	require.Equal(t, before, w.sequence(w.ID), "the same report again changes nothing")

	published.Title, published.Public = "New title", true
	require.Equal(t, "New title", w.page(published).Page.Title)
	published.Removed = true
	require.Equal(t, models.StateUnpublished, state(w.page(published)))
	published.Removed = false
	require.Equal(t, models.StatePublished, state(w.page(published)), "published again")

	published.At = time.Now().Add(-time.Hour)
	published.Removed = true
	require.Equal(t, models.StatePublished, state(w.page(published)), "an old report that arrives late")

	published.At, published.Removed, published.Path = time.Time{}, false, "/w/site/home.html"
	w.page(published)
	require.Equal(t, models.StateUnpublished, state(w.Row("/w/site/index.html")), "a page has one source")
	require.Equal(t, models.StatePublished, state(w.Row("/w/site/home.html")))
}

// TestReportsOfWhatMoved checks that the same report again changes nothing and returns the row, although its file has
// moved since.
func TestReportsOfWhatMoved(t *testing.T) {
	w := newBench(t)
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	page := deliverable.PageReport{ID: "pgabcde12345", Path: "/w/a.html", At: at}
	design := deliverable.DesignReport{ID: "d", Path: "/w/design", Title: "T", At: at}
	for name, c := range map[string]struct {
		report func() *models.Deliverable
		from   string
		state  models.DeliverableState
	}{
		"a page":   {func() *models.Deliverable { return w.page(page) }, "/w/a.html", models.StatePublished},
		"a design": {func() *models.Deliverable { return w.design(design) }, "/w/design", ""},
	} {
		t.Run(name, func(t *testing.T) {
			id := c.report().ID
			w.ObserveWrites(fmt.Sprintf(`[{"op":"MOVE","from":%q,"path":%q,"outcome":"done"}]`, c.from, c.from+".new"))
			before := w.sequence(w.ID)
			again := c.report()
			require.Equal(t, []any{id, c.from + ".new", c.state}, []any{again.ID, again.Path, state(again)})
			require.Equal(t, before, w.sequence(w.ID))
		})
	}
}

func TestPageTakenDownByItsPublication(t *testing.T) {
	w := newBench(t)
	page := deliverable.PageReport{ID: "pgabcde12345", Path: "/w/a.html", At: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
	require.Equal(t, models.StatePublished, state(w.page(page)))
	page.Removed = true
	require.Equal(t, models.StateUnpublished, state(w.page(page)))
}

func TestReportDesign(t *testing.T) {
	w := newBench(t)
	report := deliverable.DesignReport{ID: "dg1", Path: "designs/landing", Title: "Landing"}
	row, err := w.Observations.ReportDesign(w.Ctx, w.about(), report)
	require.NoError(t, err)
	require.Equal(t, []any{models.KindDesign, "/w/designs/landing", "Landing"}, []any{row.Kind, row.Path, row.Name})
	before := w.sequence(w.ID)
	_, err = w.Observations.ReportDesign(w.Ctx, w.about(), report)
	require.NoError(t, err)
	require.Equal(t, before, w.sequence(w.ID), "the same report again changes nothing")
	report.Title = "Start"
	row, err = w.Observations.ReportDesign(w.Ctx, w.about(), report)
	require.NoError(t, err)
	require.Equal(t, "Start", row.Name, "a new title changes the row")
}

func TestReportService(t *testing.T) {
	w := newBench(t)
	require.Nil(t, w.service(deliverable.Job{ID: "j1", State: "up"}), "it listens on no port")
	row := w.service(deliverable.Job{ID: "j1", Name: "site", State: "up", Port: 8100})
	require.Equal(t, []any{"job:j1", models.KindService, "http://127.0.0.1:8100/", models.StateRunning}, []any{row.Key, row.Kind, *row.URL, state(row)})
	since := row.Service.Since

	before := w.sequence(w.ID)
	w.service(deliverable.Job{ID: "j1", Name: "site", State: "up", Port: 8100})
	require.Equal(t, before, w.sequence(w.ID), "seen again on the same port")

	row = w.service(deliverable.Job{ID: "j1", Name: "site", State: "running", Port: 8200})
	require.Equal(t, "http://127.0.0.1:8200/", *row.URL, "moved")
	row = w.service(deliverable.Job{ID: "j1", Name: "site", State: "down"})
	require.Equal(t, []any{models.StateStopped, 8200}, []any{state(row), row.Service.Port}, "its port is remembered")
	require.WithinDuration(t, since, row.Service.Since, time.Millisecond)
	require.False(t, row.Service.StoppedAt.IsZero())
	before = w.sequence(w.ID)
	w.service(deliverable.Job{ID: "j1", Name: "site", State: "failed"})
	require.Equal(t, before, w.sequence(w.ID), "it stopped once")
	row = w.service(deliverable.Job{ID: "j1", Name: "site", State: "up", Port: 8200})
	require.Equal(t, models.StateRunning, state(row), "started again")
	require.True(t, row.Service.StoppedAt.IsZero())

	long := time.Now().Add(-25 * time.Hour)
	w.service(deliverable.Job{ID: "old", State: "down", Port: 1, ListenedAt: long, EndedAt: long, At: long})
	recent := long.Add(2 * time.Hour)
	w.service(deliverable.Job{ID: "new", State: "down", Port: 1, ListenedAt: long, EndedAt: recent, At: recent})
	rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	var names []string
	for _, row := range rows {
		names = append(names, row.Name)
	}
	require.ElementsMatch(t, []string{"site", "new"}, names, "a stopped service is not listed after a day")
	counts, err := w.Deliverables.Counts(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, 2, counts[w.ID].Items)
}

func TestReportsAreChecked(t *testing.T) {
	w := newBench(t)
	long, at := strings.Repeat("x", 3000), time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)
	page := func(p deliverable.PageReport) error {
		_, err := w.Observations.ReportPage(w.Ctx, w.about(), p)
		return err
	}
	for name, err := range map[string]error{
		"no id":          page(deliverable.PageReport{Path: "a"}),
		"no path":        page(deliverable.PageReport{ID: "p"}),
		"long id":        page(deliverable.PageReport{ID: long, Path: "a"}),
		"long path":      page(deliverable.PageReport{ID: "p", Path: long}),
		"long title":     page(deliverable.PageReport{ID: "p", Path: "a", Title: long}),
		"script":         page(deliverable.PageReport{ID: "p", Path: "a", URL: "javascript:alert(1)"}),
		"other scheme":   page(deliverable.PageReport{ID: "p", Path: "a", URL: "file:///etc/passwd"}),
		"another origin": page(deliverable.PageReport{ID: "p", Path: "a", URL: "//evil.test/x"}),
		"backslash":      page(deliverable.PageReport{ID: "p", Path: "a", URL: `/\evil.test`}),
		"no link":        page(deliverable.PageReport{ID: "p", Path: "a", URL: "site"}),
		"year":           page(deliverable.PageReport{ID: "p", Path: "a", At: at}),
	} {
		require.Equal(t, fault.CodeInvalid, fault.As(err).Code, name)
	}
	job := func(j deliverable.Job) error { _, err := w.Observations.ReportService(w.Ctx, w.about(), j); return err }
	for name, err := range map[string]error{
		"port":     job(deliverable.Job{ID: "j", Port: 70_000}),
		"negative": job(deliverable.Job{ID: "j", Port: -1}),
		"no id":    job(deliverable.Job{Port: 1}),
		"proxy":    job(deliverable.Job{ID: "j", Port: 1, InstanceURL: new("javascript:x")}),
		"forward":  job(deliverable.Job{ID: "j", Port: 1, Forwards: []deliverable.Forward{{PublicURL: "data:text/html,x"}}}),
		"forwards": job(deliverable.Job{ID: "j", Port: 1, Forwards: make([]deliverable.Forward, 201)}),
	} {
		require.Equal(t, fault.CodeInvalid, fault.As(err).Code, name)
	}
	_, err := w.Observations.ReportPage(w.Ctx, observation.Reported{}, deliverable.PageReport{ID: "p", Path: "a"})
	require.Equal(t, fault.CodeInvalid, fault.As(err).Code, "no conversation")
	_, err = w.Observations.ReportPage(w.Ctx, observation.Reported{ExternalKey: new("nobody's")}, deliverable.PageReport{ID: "p", Path: "a"})
	require.Equal(t, fault.CodeNotFound, fault.As(err).Code, "a report starts no conversation")
}

// TestPresentedPages checks that a link to a page in a text is listed as shown, in the state of the page.
func TestPresentedPages(t *testing.T) {
	w := newBench(t)
	say := func(text string) {
		require.NoError(t, w.Observations.AddMessage(w.Ctx, &models.Message{ConversationID: w.ID, Role: models.RoleAgentMessage, Text: text}))
	}
	shown := func(id string) *models.Deliverable { return w.Row("/p/" + id) }
	publisher := w.Start(&models.Conversation{Title: "Publisher", Cwd: "/pub"})
	publish := func(about string, p deliverable.PageReport) {
		_, err := w.Observations.ReportPage(w.Ctx, observation.Reported{ConversationID: &about}, p)
		require.NoError(t, err)
	}
	publish(publisher.ID, deliverable.PageReport{ID: "pglive000001", Path: "a.html", Title: "Tour", Public: true})

	say("see /p/pglive000001, /p/pgnobody0001 and https://other.test/p/pgother00001")
	live := shown("pglive000001")
	require.Equal(t, []any{"Tour", "Publisher", true, false, models.StatePublished}, []any{live.Name, live.Page.Publisher, live.Page.Public, live.Page.Gone, state(live)})
	require.True(t, shown("pgnobody0001").Page.Gone, "no conversation here serves it")
	require.Nil(t, shown("pgother00001"), "another instance's")
	before := w.sequence(w.ID)
	say("again /p/pglive000001")
	require.Equal(t, before+2, w.sequence(w.ID), "a message, and the row of the page follows its last mention")
	require.Equal(t, 0, shown("pglive000001").Edits()+shown("pglive000001").Writes, "it counts nothing")

	publish(publisher.ID, deliverable.PageReport{ID: "pglive000001", Path: "a.html", Title: "Tour", Removed: true})
	require.True(t, shown("pglive000001").Page.Gone)
	publish(publisher.ID, deliverable.PageReport{ID: "pgnobody0001", Path: "b.html", Title: "Late"})
	require.Equal(t, "Late", shown("pgnobody0001").Name, "looked up at each read")

	publish(w.ID, deliverable.PageReport{ID: "pgnobody0001", Path: "mine.html"})
	require.Nil(t, shown("pgnobody0001"), "its own page has a row of its own")
	say("mine: /p/pgnobody0001")
	require.Nil(t, shown("pgnobody0001"))

	ben := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	theirs := &models.Conversation{Title: "Ben's"}
	require.NoError(t, w.Conversations.Create(ben, theirs))
	require.NoError(t, w.Observations.AddMessage(ben, &models.Message{ConversationID: theirs.ID, Role: models.RoleUserMessage, Text: "/p/pgnobody0001"}))
	rows, err := w.Deliverables.Rows(ben, theirs.ID)
	require.NoError(t, err)
	require.True(t, rows[0].Page.Gone, "another person's page is reported to nobody")
}

// TestPresentedPagesWithinScopes checks that a key that is limited to the conversation which shows a page sees
// neither the page's title nor its publisher, in whatever way it reads the row.
func TestPresentedPagesWithinScopes(t *testing.T) {
	w := newBench(t)
	publisher := w.Start(&models.Conversation{Title: "Publisher"})
	_, err := w.Observations.ReportPage(w.Ctx, observation.Reported{ConversationID: &publisher.ID}, deliverable.PageReport{ID: "pglive000001", Path: "/a.html", Title: "Tour", Public: true})
	require.NoError(t, err)
	show := func(ctx context.Context) *models.Deliverable {
		item := deliverable.Shown{Kind: models.KindPage, Page: deliverable.PageLink{ID: "pglive000001"}}
		rows, err := w.Observations.Show(ctx, w.about(), []deliverable.Shown{item})
		require.NoError(t, err)
		return rows[0]
	}
	id := show(w.Ctx).ID
	for name, read := range map[string]func(ctx context.Context) *models.Deliverable{
		"shown": show,
		"listed": func(ctx context.Context) *models.Deliverable {
			list, err := w.Deliverables.List(ctx, w.ID, deliverable.Query{})
			require.NoError(t, err)
			return list.Nodes[0]
		},
		"by its id": func(ctx context.Context) *models.Deliverable {
			rows, err := w.Deliverables.ByID(ctx, id)
			require.NoError(t, err)
			return rows[id]
		},
		"live": func(ctx context.Context) *models.Deliverable {
			updates, err := w.Services.Subscriptions.Updates(t.Context(), w.ID, []models.ConversationEvent{{Kind: models.EventDeliverable, SubjectID: id}})
			require.NoError(t, err)
			return updates[0].For(auth.Who(ctx)).Deliverable
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct {
				scopes []string
				want   []any
			}{
				{nil, []any{"Tour", "Tour", "Publisher", models.StatePublished}},
				{[]string{"conversation:" + w.ID, "conversation:" + publisher.ID}, []any{"Tour", "Tour", "Publisher", models.StatePublished}},
				{[]string{"conversation:" + w.ID}, []any{"pglive000001", "", "", models.StatePublished}},
			} {
				row := read(auth.With(t.Context(), &auth.Principal{User: "ada", Role: models.RoleUser, Scopes: c.scopes}))
				require.Equal(t, c.want, []any{row.Name, row.Page.Title, row.Page.Publisher, state(row)}, c.scopes)
			}
		})
	}
}

// TestObservedPages checks that a link in a record is listed like one in a message, and does not count as a write.
func TestObservedPages(t *testing.T) {
	w := newBench(t)
	said := `{"type":"assistant","timestamp":"2026-05-28T20:26:41.000Z","message":{"content":[{"type":"text","text":"see /p/pgnobody0001 and https://other.test/p/pgother00001"}]}}`
	seen := w.Observe("1", append([]string{said}, actkit.Write("t1", "/w/a.md", "a")...)...)
	require.Equal(t, 1, seen.Applied)
	require.NotNil(t, w.Row("/p/pgnobody0001"))
	require.Nil(t, w.Row("/p/pgother00001"))
	before := w.sequence(w.ID)
	w.Observe("2", said)
	require.Equal(t, before, w.sequence(w.ID), "the same mention again")
}

func TestPresentedPagesAreFew(t *testing.T) {
	w := newBench(t)
	for i := range 3 {
		var links []string
		for j := range 30 {
			links = append(links, fmt.Sprintf("/p/pg%010d", i*30+j))
		}
		require.NoError(t, w.Observations.AddMessage(w.Ctx, &models.Message{ConversationID: w.ID, Role: models.RoleUserMessage, Text: strings.Join(links, " ")}))
	}
	rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Len(t, rows, 50)
	require.Nil(t, w.Row("/p/pg0000000000"), "the oldest mention is evicted first")
	require.NotNil(t, w.Row("/p/pg0000000089"))
}

// TestShow checks that what an agent attaches to a question is named and counts nothing.
func TestShow(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/r.md", "x")...)
	rows, err := w.Observations.Show(w.Ctx, w.about(), []deliverable.Shown{
		{Path: "r.md", Name: "The report"}, {Kind: models.KindDesign, Path: "/w/d", Name: "D"}, {Kind: models.KindPage, Page: deliverable.PageLink{ID: "pgabcde12345"}},
	})
	require.NoError(t, err)
	require.Len(t, rows, 3)
	report := w.Row("/w/r.md")
	require.Equal(t, []any{"The report", models.KindDoc, 1, 0, models.OpPresent}, []any{report.Name, report.Kind, report.Writes, report.Edits(), report.LastOp})
	require.Equal(t, models.KindDesign, w.Row("/w/d").Kind)
	require.True(t, w.Row("/p/pgabcde12345").Page.Presented)
	for name, item := range map[string]deliverable.Shown{
		"no path": {}, "no page": {Kind: models.KindPage}, "odd page": {Kind: models.KindPage, Page: deliverable.PageLink{ID: "../etc"}},
		"script": {Kind: models.KindPage, Page: deliverable.PageLink{ID: "pgabcde12345", Origin: "javascript://x"}}, "long": {Path: "a", Name: strings.Repeat("n", 3000)},
	} {
		_, err := w.Observations.Show(w.Ctx, w.about(), []deliverable.Shown{item})
		require.Equal(t, fault.CodeInvalid, fault.As(err).Code, name)
	}
	_, err = w.Observations.Show(w.Ctx, w.about(), nil)
	require.Equal(t, fault.CodeInvalid, fault.As(err).Code)
}

func (w *bench) handOver(to string, items ...string) registry.Handed {
	handed, err := w.Observations.HandOver(w.Ctx, observation.HandoverInput{FromConversationID: w.ID, ToConversationID: to, Items: items})
	require.NoError(w, err)
	return handed
}

func TestHandOver(t *testing.T) {
	w := newBench(t)
	w.Observe("1", append(actkit.Write("t1", "/w/report.md", "# Report\n"), actkit.Write("t2", "/w/main.go", "package main")...)...)
	w.page(deliverable.PageReport{ID: "pgabcde12345", Path: "site/index.html"})
	w.service(deliverable.Job{ID: "j1", State: "up", Port: 80})
	to := w.Start(&models.Conversation{Title: "Main", Cwd: "/elsewhere"})

	handed := w.handOver(to.ID, " report.md ", "/w/main.go", "/p/pgabcde12345", "", "/w/secret.md", "job:j1", "report.md")
	require.Len(t, handed.Rows, 3)
	require.Equal(t, []registry.RefusedItem{{Item: "/w/secret.md", Reason: deliverable.RefusedNotYours}, {Item: "job:j1", Reason: deliverable.RefusedService}}, handed.Refused)
	received, err := w.Deliverables.Rows(w.Ctx, to.ID)
	require.NoError(t, err)
	require.Len(t, received, 3)
	for _, row := range received {
		require.Equal(t, []any{"handover", w.ID, 0, 0, models.OpHandover}, []any{row.Via.Kind, row.Via.ConversationID, row.Writes, row.Edits(), row.LastOp})
	}
	given := w.Row("/w/report.md")
	require.Equal(t, []string{to.ID, "Main"}, []string{given.HandedTo[0].ConversationID, given.HandedTo[0].Name})

	report := handed.Rows[0].Received
	require.NotNil(t, report.ArtifactID, "stored content is stored for the receiver too")
	require.NotEqual(t, *given.ArtifactID, *report.ArtifactID)
	versions := func() (n int64) {
		require.NoError(t, w.DB.From(w.Ctx).Model(&models.ConversationArtifactVersion{}).Where("artifact_id = ?", *report.ArtifactID).Count(&n).Error)
		return n
	}
	w.handOver(to.ID, "/w/report.md")
	require.EqualValues(t, 1, versions(), "equal content is already there")
	w.Observe("2", actkit.Edit("t3", "/w/report.md", "Report", "The report")...)
	w.handOver(to.ID, "/w/report.md")
	require.EqualValues(t, 2, versions())
}

func TestHandOverRejects(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/report.md", "x")...)
	far := w.Start(&models.Conversation{Title: "Far", Host: "pi"})
	handed := w.handOver(far.ID, "/w/report.md")
	require.Empty(t, handed.Rows)
	require.Equal(t, deliverable.RefusedOtherMachine, handed.Refused[0].Reason)
	rows, err := w.Deliverables.Rows(w.Ctx, far.ID)
	require.NoError(t, err)
	require.Empty(t, rows, "nothing was handed over")

	ben := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	theirs := &models.Conversation{Title: "Ben's"}
	require.NoError(t, w.Conversations.Create(ben, theirs))
	for name, in := range map[string]observation.HandoverInput{
		"no items": {FromConversationID: w.ID, ToConversationID: far.ID, Items: []string{" "}},
		"too many": {FromConversationID: w.ID, ToConversationID: far.ID, Items: strings.Split(strings.Repeat("a/", 10)+"b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v", "/")},
		"itself":   {FromConversationID: w.ID, ToConversationID: w.ID, Items: []string{"/w/report.md"}},
	} {
		_, err := w.Observations.HandOver(w.Ctx, in)
		require.Equal(t, fault.CodeInvalid, fault.As(err).Code, name)
	}
	for _, in := range []observation.HandoverInput{
		{FromConversationID: w.ID, ToConversationID: theirs.ID, Items: []string{"a"}}, {FromConversationID: theirs.ID, ToConversationID: w.ID, Items: []string{"a"}},
	} {
		_, err := w.Observations.HandOver(w.Ctx, in)
		require.Equal(t, fault.CodeNotFound, fault.As(err).Code, "a conversation of another user is not found")
	}
}

// TestHandOverAcross checks that two conversations that hand over to each other at once do not deadlock.
func TestHandOverAcross(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/a.md", "a")...)
	other := w.Start(&models.Conversation{Title: "Other", Cwd: "/w", Harness: "claude"})
	_, err := w.Observations.Observe(w.Ctx, observation.ObserveInput{ConversationID: &other.ID, Source: "s", RecordsText: new(strings.Join(actkit.Write("t2", "/w/b.md", "b"), "\n"))})
	require.NoError(t, err)
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() { w.handOver(other.ID, "/w/a.md") })
		wait.Go(func() {
			_, err := w.Observations.HandOver(w.Ctx, observation.HandoverInput{FromConversationID: other.ID, ToConversationID: w.ID, Items: []string{"/w/b.md"}})
			require.NoError(t, err)
		})
	}
	wait.Wait()
	require.NotNil(t, w.Row("/w/b.md"))
}

// TestHandOverOfAnUpload checks that a file that Vitrine itself stores can go to any machine, with its content.
func TestHandOverOfAnUpload(t *testing.T) {
	w := newBench(t)
	v := w.Uploaded("notes.txt", []byte("hello")).Version
	to := w.Start(&models.Conversation{Title: "Far", Host: "pi"})
	handed := w.handOver(to.ID, "vitrine:"+v.ArtifactID)
	require.Empty(t, handed.Refused)
	row := handed.Rows[0].Received
	require.Equal(t, []any{models.KindUpload, "notes.txt"}, []any{row.Kind, row.Name})
	require.NotNil(t, row.ArtifactID)
	_, err := w.Curation.Delete(w.Ctx, v.ArtifactID)
	require.NoError(t, err)
	found, err := w.Deliverables.ByID(w.Ctx, row.ID)
	require.NoError(t, err)
	require.NotNil(t, found[row.ID].ArtifactID, "the receiver has its own")
	_, err = w.Curation.Delete(w.Ctx, *row.ArtifactID)
	require.NoError(t, err)
	rows, err := w.Deliverables.Rows(w.Ctx, to.ID)
	require.NoError(t, err)
	require.Empty(t, rows)
}

// TestAutoOpenOnCreation checks that only the event of a document's creation asks to open it, whatever is reported of
// it afterwards.
func TestAutoOpenOnCreation(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/report.md", "# Report\n")...)
	w.handOver(w.Start(&models.Conversation{Title: "Main"}).ID, "/w/report.md")
	events, err := w.Log.Read(w.Ctx, w.ID, 0, 100)
	require.NoError(t, err)
	updates, err := w.Services.Subscriptions.Updates(t.Context(), w.ID, events)
	require.NoError(t, err)
	var asked []bool
	for _, u := range updates {
		if u.Card != nil {
			asked = append(asked, u.Card.AutoOpen)
		}
	}
	require.Equal(t, []bool{true, false}, asked)
	require.False(t, deliverable.CardOf(w.Row("/w/report.md")).AutoOpen, "a row that is merely read")
}
