package observation_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/observation"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

func TestObserveKeepsVersions(t *testing.T) {
	w := newBench(t)
	seen := w.Observe("1", append(actkit.Write("t1", "a.md", "# One\n"), actkit.Edit("t2", "/w/a.md", "One", "Two")...)...)
	require.Equal(t, []int{2, 0, 0}, []int{seen.Applied, seen.Unconfirmed, seen.Skipped})
	require.Equal(t, "1", seen.Position)
	require.NotNil(t, seen.Deliverables[0].ArtifactID, "the result has the artifact")
	require.Equal(t, []string{"# One", "# Two"}, w.Contents("/w/a.md"))

	w.Observe("2", actkit.Edit("t3", "a.md", "nowhere", "x")...)
	w.Observe("3", actkit.Edit("t4", "a.md", "Two", "Three")...)
	w.Observe("4", actkit.Write("t5", "a.md", "# Four\n")...)
	got := w.Contents("/w/a.md")
	require.Contains(t, got[2], "does not apply")
	require.Equal(t, "# Three\n An earlier change is missing in this content.", got[3])
	require.Equal(t, "# Four", got[4], "a whole text repairs it")

	w.Observe("4", actkit.Write("t9", "a.md", "never")...)
	require.Len(t, w.Contents("/w/a.md"), 5, "the same position again changes nothing")
	counts, err := w.Deliverables.Counts(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, 1, counts[w.ID].Items, "the kept artifact is not a row of its own")
}

// TestObserveEmptyFile checks that a file without content has no version and does not delay the others.
func TestObserveEmptyFile(t *testing.T) {
	w := newBench(t)
	w.Observe("1", append(actkit.Write("t1", "empty.md", ""), actkit.Write("t2", "b.md", "two")...)...)
	require.Empty(t, w.Contents("/w/empty.md"))
	require.Equal(t, []string{"two"}, w.Contents("/w/b.md"))
	w.Observe("2", append(actkit.Edit("t3", "b.md", "two", ""), actkit.Write("t4", "empty.md", "full")...)...)
	require.Equal(t, []string{"two", "two The file was emptied, so this is the content before it."}, w.Contents("/w/b.md"))
	require.Equal(t, []string{"full"}, w.Contents("/w/empty.md"))
	ids, err := w.Deliverables.Drafting(w.Ctx)
	require.NoError(t, err)
	require.Empty(t, ids)
}

func TestObserveKeepsLargeTextInTheStore(t *testing.T) {
	w := newBench(t)
	large := strings.Repeat("long\n", 100)
	w.Observe("1", actkit.Write("t1", "a.md", large)...)
	require.Equal(t, []string{strings.TrimSpace(large)}, w.Contents("/w/a.md"))
	w.Observe("2", actkit.Write("t2", "b.md", strings.Repeat("x", 2<<20))...)
	require.NotNil(t, w.Row("/w/b.md"))
	require.Empty(t, w.Contents("/w/b.md"), "above the limit the row is all there is")
}

func TestCapture(t *testing.T) {
	for capture, kept := range map[models.Capture][]string{
		models.CaptureDocuments: {"a.md", "a.html", "a.svg"},
		models.CaptureAll:       {"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"},
		models.CaptureOff:       nil,
	} {
		t.Run(string(capture), func(t *testing.T) {
			w := newBench(t)
			agent := &models.Agent{Name: "Scribe", Capture: capture, ArtifactCreationMode: models.CreationAlways}
			require.NoError(t, w.Agents.Create(auth.With(w.Ctx, auth.System), agent))
			w.ID = w.Start(&models.Conversation{Harness: "claude", Cwd: "/w", AgentID: &agent.ID}).ID
			for i, name := range []string{"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"} {
				id := fmt.Sprintf("t%d", i)
				records := actkit.Write(id, name, "secret")
				w.Observe(id+"a", records[0])
				w.Observe(id+"b", records[1])
			}
			var have []string
			for _, name := range []string{"a.md", "a.html", "a.svg", "a.go", ".env", "CLAUDE.md"} {
				if len(w.Contents("/w/"+name)) > 0 {
					have = append(have, name)
				}
			}
			require.Equal(t, kept, have)
		})
	}
}

// TestCaptureStoresNothingElse checks that text which is not to be stored is not stored while its call waits either.
func TestCaptureStoresNothingElse(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "/w/.env", "TOKEN=secret")[0])
	var calls []models.DeliverableCall
	require.NoError(t, w.DB.From(w.Ctx).Find(&calls).Error)
	require.Len(t, calls, 1)
	require.NotContains(t, string(calls[0].Write), "secret")
}

func TestResumeKeepsDrafts(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "a.md", "one")...)
	draft := &models.DeliverableDraft{
		ID: models.NewID(), ConversationID: w.ID, DeliverableID: w.Row("/w/a.md").ID, CreatedAt: models.Now(),
		Write: []byte(`{"op":"EDIT","edits":[{"old":"one","new":"two"}],"outcome":"done"}`),
	}
	require.NoError(t, w.Deliverables.KeepDrafts(w.Ctx, []*models.DeliverableDraft{draft}))
	require.NoError(t, w.Observations.Resume(auth.With(w.Ctx, auth.System)))
	require.Equal(t, []string{"one", "two"}, w.Contents("/w/a.md"))
	ids, err := w.Deliverables.Drafting(w.Ctx)
	require.NoError(t, err)
	require.Empty(t, ids)
}

func TestObserveAtOnce(t *testing.T) {
	w := newBench(t)
	var feeds sync.WaitGroup
	for i := range 8 {
		feeds.Go(func() {
			id := fmt.Sprintf("t%d", i)
			_, err := w.Observations.Observe(w.Ctx, observation.ObserveInput{
				ConversationID: &w.ID, Source: id, Position: new("1"), RecordsText: new(strings.Join(actkit.Write(id, "a.md", "text "+id), "\n")),
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	feeds.Wait()
	require.NoError(t, w.Observations.Resume(w.Ctx))
	require.Len(t, w.Contents("/w/a.md"), 8, "two writers at once never lose a version")
}

func TestObserveByExternalKey(t *testing.T) {
	w := newBench(t)
	in := observation.ObserveInput{ExternalKey: new("session-1"), Harness: new("claude"), Host: new("laptop"), Source: "s", Records: []models.JSON{models.JSON(actkit.Write("t1", "/a.md", "x")[0])}}
	first, err := w.Observations.Observe(w.Ctx, in)
	require.NoError(t, err)
	require.Equal(t, []any{"ada", "laptop", 1}, []any{first.Conversation.Owner, first.Conversation.Host, first.Unconfirmed})
	again, err := w.Observations.Observe(w.Ctx, in)
	require.NoError(t, err)
	require.Equal(t, first.Conversation.ID, again.Conversation.ID)
	other, err := w.Observations.Observe(auth.With(w.Ctx, &auth.Principal{User: "eve", Role: models.RoleUser}), in)
	require.NoError(t, err)
	require.NotEqual(t, first.Conversation.ID, other.Conversation.ID, "a key is unique per owner")
}

func TestObserveRejects(t *testing.T) {
	w := newBench(t)
	for name, c := range map[string]struct {
		ctx  context.Context
		in   observation.ObserveInput
		code fault.Code
	}{
		"nobody":                           {t.Context(), observation.ObserveInput{ConversationID: &w.ID, Source: "s"}, fault.CodeUnauthenticated},
		"another user":                     {auth.With(t.Context(), &auth.Principal{User: "eve", Role: models.RoleUser}), observation.ObserveInput{ConversationID: &w.ID, Source: "s"}, fault.CodeNotFound},
		"a viewer":                         {auth.With(t.Context(), &auth.Principal{User: "ada", Role: models.RoleViewer}), observation.ObserveInput{ConversationID: &w.ID, Source: "s"}, fault.CodeForbidden},
		"no conversation":                  {w.Ctx, observation.ObserveInput{Source: "s"}, fault.CodeInvalid},
		"no source":                        {w.Ctx, observation.ObserveInput{ConversationID: &w.ID}, fault.CodeInvalid},
		"an unknown harness":               {w.Ctx, observation.ObserveInput{ConversationID: &w.ID, Source: "s", Harness: new("emacs")}, fault.CodeInvalid},
		"no harness to start with":         {w.Ctx, observation.ObserveInput{ExternalKey: new("k"), Source: "s"}, fault.CodeInvalid},
		"a position that cannot be stored": {w.Ctx, observation.ObserveInput{ConversationID: &w.ID, Source: "s", Position: new("a\x00")}, fault.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.Observations.Observe(c.ctx, c.in)
			require.Equal(t, c.code, fault.As(err).Code, err)
		})
	}
}

func TestObserveOddRecords(t *testing.T) {
	w := newBench(t)
	good := actkit.Write("t1", "a.md", strings.Repeat("long ", 100_000))
	seen := w.Observe("1", "", "  ", `{"type":"assis`, "not json", "42", `{"type":"summary"}`, good[0], "\r", good[1]+"\r")
	require.Equal(t, []int{1, 2}, []int{seen.Applied, seen.Skipped})
	require.Equal(t, int64(500_000), *w.Row("/w/a.md").Bytes)
}

// TestObserveOddWrites checks that no field of a write, whatever its value, fails its batch: what cannot be stored is
// skipped, and a time that cannot be stored becomes that of the arrival.
func TestObserveOddWrites(t *testing.T) {
	odd := map[string]string{
		"a folder with NUL":         `{"path":"a.md","cwd":"/w\u0000","op":"WRITE","outcome":"done"}`,
		"a feed's folder with NUL":  `{"stands":true,"cwd":"/w\u0000","outcome":"done"},{"path":"a.md","op":"WRITE","outcome":"done"}`,
		"a former place with NUL":   `{"path":"/w/a.md","from":"b\u0000","cwd":"/w","op":"MOVE","outcome":"done"}`,
		"a call with NUL":           `{"path":"/w/a.md","callId":"c\u0000","op":"WRITE","outcome":"pending"}`,
		"a folder that is too long": `{"path":"a.md","cwd":"/` + strings.Repeat("x", 1<<20) + `","op":"WRITE","outcome":"done"}`,
	}
	for _, year := range []string{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00+23:59", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59"} {
		odd["the time "+year] = `{"path":"/w/a.md","helper":"h","at":"` + year + `","content":"x","op":"WRITE","outcome":"done"}`
		odd["the time "+year+" of a call"] = `{"path":"/w/a.md","callId":"c","at":"` + year + `","content":"x","op":"WRITE","outcome":"pending"},{"callId":"c","outcome":"done"}`
	}
	for name, write := range odd {
		t.Run(name, func(t *testing.T) {
			w, begun := newBench(t), models.Now()
			w.ObserveWrites("["+write+"]", `[{"path":"/w/good.md","op":"WRITE","outcome":"done"}]`)
			require.NotNil(t, w.Row("/w/good.md"))
			if row := w.Row("/w/a.md"); row != nil {
				require.WithinRange(t, row.LastAt, begun, models.Now().Add(time.Second))
				require.WithinRange(t, row.FirstAt, begun, models.Now().Add(time.Second))
			}
		})
	}
}

func TestTouch(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "a.md", "one\n")...)
	touched, err := w.Observations.Touch(w.Ctx, observation.TouchInput{ConversationID: w.ID, Path: "/w/a.md", Content: new("two\n"), Added: new(1), Removed: new(1)})
	require.NoError(t, err)
	require.Equal(t, models.ActorUser, touched.Row.By)
	require.Equal(t, []string{"one", "two"}, w.Contents("/w/a.md"))
	w.Observe("2", actkit.Edit("t2", "a.md", "two", "three")...)
	require.Equal(t, []string{"one", "two", "three"}, w.Contents("/w/a.md"), "the agent's edit applies to the user's save")

	notes, err := w.Observations.TakeNotes(w.Ctx, w.ID, "k")
	require.NoError(t, err)
	require.Equal(t, []string{touched.Note}, notes)
	_, err = w.Observations.Touch(w.Ctx, observation.TouchInput{ConversationID: w.ID, Path: " "})
	require.True(t, fault.Is(err, fault.CodeInvalid))
}

// TestTranscript folds a real session, where one is available, whole and line by line, and gets the same rows and
// versions.
func TestTranscript(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "transcripts", "claude", "long-conversation.jsonl"))
	if err != nil {
		t.Skip("no transcript available")
	}
	w := newBench(t)
	describe := func() string {
		rows, err := w.Deliverables.List(w.Ctx, w.ID, deliverable.Query{})
		require.NoError(t, err)
		lines := []string{fmt.Sprint(rows.Counts)}
		for _, row := range rows.Nodes {
			lines = append(lines, fmt.Sprint(row.Key, row.Kind, row.Writes, row.Edits(), row.LastOp, row.FirstAt, row.LastAt, len(w.Contents(row.Path))))
		}
		return strings.Join(lines, "\n")
	}
	whole := w.Observe("whole", string(text))
	require.NotZero(t, whole.Applied)
	want := describe()
	w.ID = w.Start(&models.Conversation{Harness: "claude", Cwd: "/w"}).ID
	for i, line := range strings.Split(string(text), "\n") {
		w.Observe(fmt.Sprint(i), line)
	}
	require.Equal(t, want, describe())
	require.Contains(t, want, "README.mdDOC")
}

// TestObserveEveryHarness checks that a session of each harness is followed to its rows and versions, however it
// writes.
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
			w := newBench(t)
			follow := func(batches ...[]string) {
				w.ID = w.Start(&models.Conversation{Harness: name, Cwd: "/w"}).ID
				var seen *observation.Observation
				for i, batch := range batches {
					seen = w.Observe(fmt.Sprint(i), batch...)
				}
				require.Equal(t, c.unconfirmed, seen.Unconfirmed)
				rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
				require.NoError(t, err)
				listed := []string{}
				for _, row := range rows {
					listed = append(listed, fmt.Sprint(row.Path, " ", row.LastOp, " ", row.Writes+row.Edits()))
				}
				require.ElementsMatch(t, c.rows, listed)
				require.Equal(t, c.contents, w.Contents("/w/a.md"))
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
