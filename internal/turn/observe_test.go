package turn_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/conversation"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/internal/testkit"
	"vitrine/internal/turn"
	"vitrine/internal/upload"
	"vitrine/models"
	"vitrine/resolvers/dispatch"
	"vitrine/storage/memory"
)

// witness is a server's observing half over a database of the test's own, asked by one user.
type witness struct {
	*testing.T
	*turn.Acts
	ctx     context.Context
	id      string
	objects *memory.Store
}

func newWitness(t *testing.T) *witness {
	t.Parallel()
	db := testkit.DB(t)
	log := live.NewLog(db, &live.Memory{})
	types, drivers := catalog.NewTypes(db), catalog.NewModels(db)
	w := &witness{T: t, objects: &memory.Store{}, ctx: auth.With(t.Context(), &auth.Principal{User: "ada", Role: models.RoleUser})}
	w.Acts = &turn.Acts{
		DB: db, Log: log, Conversations: conversation.NewStore(db, log), Deliverables: registry.New(db, log, "https://inst.test"),
		Keeper: store.New(db, w.objects, store.Settings{InlineStoreBytes: 64, MaxUploadBytes: 1 << 20}),
		Types:  types, Models: drivers, Agents: catalog.NewAgents(db, types, drivers), Idempotency: idempotency.New(db),
		Dispatcher: dispatch.New(dispatch.Options{}), InlineCapBytes: 102_400,
		Uploads: upload.NewSessions(db, w.objects), MaxFileBytes: 1 << 30,
	}
	for name, pattern := range map[string]string{"Generic Text": "text/*", "JSON": "application/json", "Image": "image/*"} {
		mode, library := models.DeliveryToolsOnly, map[string]string{"Generic Text": "text", "JSON": "json", "Image": "image"}[name]
		if name == "Image" {
			mode = models.DeliveryInline
		}
		require.NoError(t, types.Create(auth.With(w.ctx, auth.System), &models.ArtifactType{
			Name: name, ContentType: pattern, DefaultDeliveryMode: mode, ToolLibrary: &library, Enabled: true,
		}))
	}
	w.id = w.start(&models.Conversation{Harness: "claude", Cwd: "/w"}).ID
	return w
}

func (w *witness) start(c *models.Conversation) *models.Conversation {
	require.NoError(w, w.Conversations.Create(w.ctx, c))
	return c
}

func (w *witness) observe(position string, records ...string) *turn.Observation {
	seen, err := w.Observe(w.ctx, turn.ObserveInput{ConversationID: &w.id, Source: "s", Position: &position, RecordsText: new(strings.Join(records, "\n"))})
	require.NoError(w, err)
	return seen
}

// observeWrites hands in records that a reader has read already.
func (w *witness) observeWrites(records ...string) *turn.Observation {
	seen, err := w.Observe(w.ctx, turn.ObserveInput{ConversationID: &w.id, Source: "s", AsWrites: true, RecordsText: new(strings.Join(records, "\n"))})
	require.NoError(w, err)
	return seen
}

// contents gives the texts of the versions that keep a file, oldest first, each with its remark behind it.
func (w *witness) contents(path string) (contents []string) {
	row := w.row(path)
	if row == nil || row.ArtifactID == nil {
		return nil
	}
	var versions []*models.ConversationArtifactVersion
	require.NoError(w, w.DB.From(w.ctx).Where("artifact_id = ?", *row.ArtifactID).Order("number").Find(&versions).Error)
	for _, v := range versions {
		content, err := w.Keeper.Read(w.ctx, v.SHA256, 1<<20)
		require.NoError(w, err)
		contents = append(contents, strings.TrimSpace(string(content)+" "+v.Remark))
	}
	return contents
}

func (w *witness) row(path string) *models.Deliverable {
	rows, err := w.Deliverables.Rows(w.ctx, w.id)
	require.NoError(w, err)
	for _, row := range rows {
		if row.Path == path {
			return row
		}
	}
	return nil
}

func record(kind string, block map[string]any) string {
	text, _ := json.Marshal(map[string]any{"type": kind, "message": map[string]any{"content": []any{block}}})
	return string(text)
}

// wrote gives the records of a call that went well.
func wrote(id, tool string, input map[string]any) []string {
	return []string{
		record("assistant", map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}),
		record("user", map[string]any{"type": "tool_result", "tool_use_id": id}),
	}
}

func write(id, path, content string) []string {
	return wrote(id, "Write", map[string]any{"file_path": path, "content": content})
}

func edit(id, path, from, to string) []string {
	return wrote(id, "Edit", map[string]any{"file_path": path, "old_string": from, "new_string": to})
}

func TestObserveKeepsVersions(t *testing.T) {
	w := newWitness(t)
	seen := w.observe("1", append(write("t1", "a.md", "# One\n"), edit("t2", "/w/a.md", "One", "Two")...)...)
	require.Equal(t, []int{2, 0, 0}, []int{seen.Applied, seen.Unconfirmed, seen.Skipped})
	require.Equal(t, "1", seen.Position)
	require.NotNil(t, seen.Deliverables[0].ArtifactID, "the answer knows the artifact")
	require.Equal(t, []string{"# One", "# Two"}, w.contents("/w/a.md"))

	w.observe("2", edit("t3", "a.md", "nowhere", "x")...)
	w.observe("3", edit("t4", "a.md", "Two", "Three")...)
	w.observe("4", write("t5", "a.md", "# Four\n")...)
	got := w.contents("/w/a.md")
	require.Contains(t, got[2], "does not apply")
	require.Equal(t, "# Three\n An earlier change is missing in this content.", got[3])
	require.Equal(t, "# Four", got[4], "a whole text mends it")

	w.observe("4", write("t9", "a.md", "never")...)
	require.Len(t, w.contents("/w/a.md"), 5, "the same position again changes nothing")
	counts, err := w.Deliverables.Counts(w.ctx, w.id)
	require.NoError(t, err)
	require.Equal(t, 1, counts[w.id].Items, "the kept artifact is no row of its own")
}

// TestObserveEmptyFile holds that a file without content has no version and keeps nobody else waiting.
func TestObserveEmptyFile(t *testing.T) {
	w := newWitness(t)
	w.observe("1", append(write("t1", "empty.md", ""), write("t2", "b.md", "two")...)...)
	require.Empty(t, w.contents("/w/empty.md"))
	require.Equal(t, []string{"two"}, w.contents("/w/b.md"))
	w.observe("2", append(edit("t3", "b.md", "two", ""), write("t4", "empty.md", "full")...)...)
	require.Equal(t, []string{"two", "two The file was emptied, so this is the content before it."}, w.contents("/w/b.md"))
	require.Equal(t, []string{"full"}, w.contents("/w/empty.md"))
	ids, err := w.Deliverables.Drafting(w.ctx)
	require.NoError(t, err)
	require.Empty(t, ids)
}

func TestObserveKeepsLargeTextInTheStore(t *testing.T) {
	w := newWitness(t)
	large := strings.Repeat("long\n", 100)
	w.observe("1", write("t1", "a.md", large)...)
	require.Equal(t, []string{strings.TrimSpace(large)}, w.contents("/w/a.md"))
	w.observe("2", write("t2", "b.md", strings.Repeat("x", 2<<20))...)
	require.NotNil(t, w.row("/w/b.md"))
	require.Empty(t, w.contents("/w/b.md"), "above the limit the row is all there is")
}

func TestCapture(t *testing.T) {
	for capture, kept := range map[models.Capture][]string{
		models.CaptureDocuments: {"a.md", "a.html", "a.svg"},
		models.CaptureAll:       {"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"},
		models.CaptureOff:       nil,
	} {
		t.Run(string(capture), func(t *testing.T) {
			w := newWitness(t)
			agent := &models.Agent{Name: "Scribe", Capture: capture, ArtifactCreationMode: models.CreationAlways}
			require.NoError(t, w.Agents.Create(auth.With(w.ctx, auth.System), agent))
			w.id = w.start(&models.Conversation{Harness: "claude", Cwd: "/w", AgentID: &agent.ID}).ID
			for i, name := range []string{"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"} {
				id := fmt.Sprintf("t%d", i)
				records := write(id, name, "secret")
				w.observe(id+"a", records[0])
				w.observe(id+"b", records[1])
			}
			var have []string
			for _, name := range []string{"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"} {
				if len(w.contents("/w/"+name)) > 0 {
					have = append(have, name)
				}
			}
			require.Equal(t, kept, have)
		})
	}
}

// TestCaptureStoresNothingElse holds that text which is not to be kept is not stored while its call waits either.
func TestCaptureStoresNothingElse(t *testing.T) {
	w := newWitness(t)
	w.observe("1", write("t1", "/w/.env", "TOKEN=secret")[0])
	var calls []models.DeliverableCall
	require.NoError(t, w.DB.From(w.ctx).Find(&calls).Error)
	require.Len(t, calls, 1)
	require.NotContains(t, string(calls[0].Write), "secret")
}

func TestResumeKeepsDrafts(t *testing.T) {
	w := newWitness(t)
	w.observe("1", write("t1", "a.md", "one")...)
	draft := &models.DeliverableDraft{
		ID: models.NewID(), ConversationID: w.id, DeliverableID: w.row("/w/a.md").ID, CreatedAt: models.Now(),
		Write: []byte(`{"op":"EDIT","edits":[{"old":"one","new":"two"}],"outcome":"done"}`),
	}
	require.NoError(t, w.Deliverables.KeepDrafts(w.ctx, []*models.DeliverableDraft{draft}))
	require.NoError(t, w.Resume(auth.With(w.ctx, auth.System)))
	require.Equal(t, []string{"one", "two"}, w.contents("/w/a.md"))
	ids, err := w.Deliverables.Drafting(w.ctx)
	require.NoError(t, err)
	require.Empty(t, ids)
}

func TestObserveAtOnce(t *testing.T) {
	w := newWitness(t)
	var feeds sync.WaitGroup
	for i := range 8 {
		feeds.Go(func() {
			id := fmt.Sprintf("t%d", i)
			_, err := w.Observe(w.ctx, turn.ObserveInput{
				ConversationID: &w.id, Source: id, Position: new("1"), RecordsText: new(strings.Join(write(id, "a.md", "text "+id), "\n")),
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	feeds.Wait()
	require.NoError(t, w.Resume(w.ctx))
	require.Len(t, w.contents("/w/a.md"), 8, "two writers at once never lose a version")
}

func TestObserveByExternalKey(t *testing.T) {
	w := newWitness(t)
	in := turn.ObserveInput{ExternalKey: new("session-1"), Harness: new("claude"), Host: new("laptop"), Source: "s", Records: []models.JSON{models.JSON(write("t1", "/a.md", "x")[0])}}
	first, err := w.Observe(w.ctx, in)
	require.NoError(t, err)
	require.Equal(t, []any{"ada", "laptop", 1}, []any{first.Conversation.Owner, first.Conversation.Host, first.Unconfirmed})
	again, err := w.Observe(w.ctx, in)
	require.NoError(t, err)
	require.Equal(t, first.Conversation.ID, again.Conversation.ID)
	other, err := w.Observe(auth.With(w.ctx, &auth.Principal{User: "eve", Role: models.RoleUser}), in)
	require.NoError(t, err)
	require.NotEqual(t, first.Conversation.ID, other.Conversation.ID, "a key is unique per owner")
}

func TestObserveRefuses(t *testing.T) {
	w := newWitness(t)
	for name, c := range map[string]struct {
		ctx  context.Context
		in   turn.ObserveInput
		code fault.Code
	}{
		"nobody":                       {t.Context(), turn.ObserveInput{ConversationID: &w.id, Source: "s"}, fault.CodeUnauthenticated},
		"another user":                 {auth.With(t.Context(), &auth.Principal{User: "eve", Role: models.RoleUser}), turn.ObserveInput{ConversationID: &w.id, Source: "s"}, fault.CodeNotFound},
		"a viewer":                     {auth.With(t.Context(), &auth.Principal{User: "ada", Role: models.RoleViewer}), turn.ObserveInput{ConversationID: &w.id, Source: "s"}, fault.CodeForbidden},
		"no conversation":              {w.ctx, turn.ObserveInput{Source: "s"}, fault.CodeInvalid},
		"no source":                    {w.ctx, turn.ObserveInput{ConversationID: &w.id}, fault.CodeInvalid},
		"an unknown harness":           {w.ctx, turn.ObserveInput{ConversationID: &w.id, Source: "s", Harness: new("emacs")}, fault.CodeInvalid},
		"no harness to start with":     {w.ctx, turn.ObserveInput{ExternalKey: new("k"), Source: "s"}, fault.CodeInvalid},
		"a position no database keeps": {w.ctx, turn.ObserveInput{ConversationID: &w.id, Source: "s", Position: new("a\x00")}, fault.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.Observe(c.ctx, c.in)
			require.Equal(t, c.code, fault.As(err).Code, err)
		})
	}
}

func TestObserveOddRecords(t *testing.T) {
	w := newWitness(t)
	good := write("t1", "a.md", strings.Repeat("long ", 100_000))
	seen := w.observe("1", "", "  ", `{"type":"assis`, "not json", "42", `{"type":"summary"}`, good[0], "\r", good[1]+"\r")
	require.Equal(t, []int{1, 2}, []int{seen.Applied, seen.Skipped})
	require.Equal(t, int64(500_000), *w.row("/w/a.md").Bytes)
}

// TestObserveOddWrites holds that no field of a write, whatever it says, fails the batch that it is in: what cannot be kept is
// passed over, and an instant that cannot be kept is that of the arrival.
func TestObserveOddWrites(t *testing.T) {
	odd := map[string]string{
		"a folder with NUL":        `{"path":"a.md","cwd":"/w\u0000","op":"WRITE","outcome":"done"}`,
		"a feed's folder with NUL": `{"stands":true,"cwd":"/w\u0000","outcome":"done"},{"path":"a.md","op":"WRITE","outcome":"done"}`,
		"a former place with NUL":  `{"path":"/w/a.md","from":"b\u0000","cwd":"/w","op":"MOVE","outcome":"done"}`,
		"a call with NUL":          `{"path":"/w/a.md","callId":"c\u0000","op":"WRITE","outcome":"pending"}`,
		"an endless folder":        `{"path":"a.md","cwd":"/` + strings.Repeat("x", 1<<20) + `","op":"WRITE","outcome":"done"}`,
	}
	for _, year := range []string{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00+23:59", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59"} {
		odd["the instant "+year] = `{"path":"/w/a.md","helper":"h","at":"` + year + `","content":"x","op":"WRITE","outcome":"done"}`
		odd["the instant "+year+" of a call"] = `{"path":"/w/a.md","callId":"c","at":"` + year + `","content":"x","op":"WRITE","outcome":"pending"},{"callId":"c","outcome":"done"}`
	}
	for name, write := range odd {
		t.Run(name, func(t *testing.T) {
			w, begun := newWitness(t), models.Now()
			w.observeWrites("["+write+"]", `[{"path":"/w/good.md","op":"WRITE","outcome":"done"}]`)
			require.NotNil(t, w.row("/w/good.md"))
			if row := w.row("/w/a.md"); row != nil {
				require.WithinRange(t, row.LastAt, begun, models.Now().Add(time.Second))
				require.WithinRange(t, row.FirstAt, begun, models.Now().Add(time.Second))
			}
		})
	}
}

func TestTouch(t *testing.T) {
	w := newWitness(t)
	w.observe("1", write("t1", "a.md", "one\n")...)
	touched, err := w.Touch(w.ctx, turn.TouchInput{ConversationID: w.id, Path: "/w/a.md", Content: new("two\n"), Added: new(1), Removed: new(1)})
	require.NoError(t, err)
	require.Equal(t, models.ActorUser, touched.Row.By)
	require.Equal(t, []string{"one", "two"}, w.contents("/w/a.md"))
	w.observe("2", edit("t2", "a.md", "two", "three")...)
	require.Equal(t, []string{"one", "two", "three"}, w.contents("/w/a.md"), "the agent's edit applies to the user's save")

	notes, err := w.TakeNotes(w.ctx, w.id, "k")
	require.NoError(t, err)
	require.Equal(t, []string{touched.Note}, notes)
	_, err = w.Touch(w.ctx, turn.TouchInput{ConversationID: w.id, Path: " "})
	require.True(t, fault.Is(err, fault.CodeInvalid))
}

// TestTranscript folds a real session, where one is at hand, whole and line by line, and gets the same rows and versions.
func TestTranscript(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "transcripts", "claude", "long-conversation.jsonl"))
	if err != nil {
		t.Skip("no transcript at hand")
	}
	w := newWitness(t)
	describe := func() string {
		rows, err := w.Deliverables.List(w.ctx, w.id, deliverable.Query{})
		require.NoError(t, err)
		lines := []string{fmt.Sprint(rows.Counts)}
		for _, row := range rows.Nodes {
			lines = append(lines, fmt.Sprint(row.Key, row.Kind, row.Writes, row.Edits(), row.LastOp, row.FirstAt, row.LastAt, len(w.contents(row.Path))))
		}
		return strings.Join(lines, "\n")
	}
	whole := w.observe("whole", string(text))
	require.NotZero(t, whole.Applied)
	want := describe()
	w.id = w.start(&models.Conversation{Harness: "claude", Cwd: "/w"}).ID
	for i, line := range strings.Split(string(text), "\n") {
		w.observe(fmt.Sprint(i), line)
	}
	require.Equal(t, want, describe())
	require.Contains(t, want, "README.mdDOC")
}

// TestObserveEveryHarness holds that a session of each harness is followed to its rows and versions, whichever way it writes.
func TestObserveEveryHarness(t *testing.T) {
	for name, c := range map[string]struct {
		records     []string
		rows        []string // path, operation, changes
		contents    []string // of /w/a.md
		unconfirmed int
	}{
		"codex": {
			[]string{
				`{"type":"session_meta","payload":{"cwd":"/w"}}`,
				`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"c1","input":"*** Begin Patch\n*** Add File: draft.md\n+# One\n+two\n*** Add File: old.md\n+x\n*** End Patch"}}`,
				`{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c1","output":"Exit code: 0\nOutput:\nSuccess."}}`,
				`{"type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c2","arguments":"{\"command\":[\"bash\",\"-lc\",\"apply_patch <<'E'\\n*** Begin Patch\\n*** Update File: draft.md\\n*** Move to: a.md\\n@@\\n # One\\n-two\\n+TWO\\n*** Delete File: old.md\\n*** End Patch\\nE\"]}"}}`,
				`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"c2","success":true,"status":"completed","changes":{"/w/draft.md":{"type":"update","unified_diff":"@@ -1,2 +1,2 @@\n # One\n-two\n+TWO\n","move_path":"/w/a.md"},"/w/old.md":{"type":"delete","content":"x\n"}}}}`,
				`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c2","output":"{\"output\":\"Success\",\"metadata\":{\"exit_code\":0}}"}}`,
				`{"type":"response_item","payload":{"type":"function_call","name":"apply_patch","call_id":"c3","arguments":"{\"input\":\"*** Add File: never.md\\n+x\"}"}}`,
				`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c3","output":"patch rejected by user"}}`,
				`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"c4","input":"*** Add File: later.md\n+x"}}`,
			},
			[]string{"/w/a.md MOVE 1"},
			[]string{"# One\ntwo", "# One\nTWO"},
			1,
		},
		"gemini": {
			[]string{
				`{"id":"m1","type":"gemini","toolCalls":[{"id":"w1","name":"write_file","args":{"file_path":"/w/a.md","content":"one"},"status":"executing"}]}`,
				`{"id":"m1","type":"gemini","toolCalls":[{"id":"w1","name":"write_file","args":{"file_path":"/w/a.md","content":"one"},"status":"success"}]}`,
				`{"$rewindTo":"m1"}`,
				`{"type":"tool_use","tool_name":"replace","tool_id":"r1","parameters":{"file_path":"a.md","old_string":"one","new_string":"two"}}`,
				`{"type":"tool_result","tool_id":"r1","status":"success"}`,
				`{"id":"m2","type":"gemini","toolCalls":[{"id":"w2","name":"write_file","args":{"file_path":"/w/b.md","content":"x"},"status":"cancelled"}]}`,
			},
			[]string{"/w/a.md EDIT 2"},
			[]string{"one", "two"},
			0,
		},
		"opencode": {
			[]string{
				`{"type":"tool","tool":"write","callID":"c1","state":{"status":"completed","input":{"filePath":"/w/a.md","content":"one"}}}`,
				`{"type":"message.part.updated","properties":{"part":{"type":"tool","tool":"edit","callID":"c2","state":{"status":"running","input":{"filePath":"/w/a.md","oldString":"one","newString":"two"}}}}}`,
				`{"type":"message.part.updated","properties":{"part":{"type":"tool","tool":"edit","callID":"c2","state":{"status":"completed","input":{"filePath":"/w/a.md","oldString":"one","newString":"two"}}}}}`,
				`{"type":"patch","hash":"h","files":["/w/a.md"]}`,
				`{"info":{"path":{"cwd":"/w"}},"parts":[{"type":"tool","tool":"apply_patch","callID":"c3","state":{"status":"completed","input":{"patchText":"*** Begin Patch\n*** Update File: a.md\n@@\n-two\n+three\n*** End Patch"}}}]}`,
				`{"type":"tool","tool":"write","callID":"c4","state":{"status":"error","input":{"filePath":"/w/b.md","content":"x"},"error":"denied"}}`,
			},
			[]string{"/w/a.md EDIT 3"},
			[]string{"one", "two", "three"},
			0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWitness(t)
			follow := func(batches ...[]string) {
				w.id = w.start(&models.Conversation{Harness: name, Cwd: "/w"}).ID
				var seen *turn.Observation
				for i, batch := range batches {
					seen = w.observe(fmt.Sprint(i), batch...)
				}
				require.Equal(t, c.unconfirmed, seen.Unconfirmed)
				rows, err := w.Deliverables.Rows(w.ctx, w.id)
				require.NoError(t, err)
				listed := []string{}
				for _, row := range rows {
					listed = append(listed, fmt.Sprint(row.Path, " ", row.LastOp, " ", row.Writes+row.Edits()))
				}
				require.ElementsMatch(t, c.rows, listed)
				require.Equal(t, c.contents, w.contents("/w/a.md"))
			}
			follow(c.records)
			follow(c.records, c.records)
			var one [][]string
			for _, r := range c.records {
				one = append(one, []string{r})
			}
			follow(one...)
		})
	}
}
