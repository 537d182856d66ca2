package turn_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/intake"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestCompleteKeepsFiles(t *testing.T) {
	w := newBench(t)
	inPayload := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("actkit.Picture ", 100)))
	done := w.Complete(`{"chart":"`+inPayload+`"}`, `{"behavior":"create-new","name":"Report"}`, func(e *turn.Completion) {
		e.Files = []turn.OutputFile{
			{Text: new("# Report"), FileName: "../report.md", MIMEType: "text/markdown"},
			{Base64: new(base64.StdEncoding.EncodeToString(actkit.Picture)), FileName: "chart.png", MIMEType: "image/png", Visibility: models.VisibilitySystemOnly},
			{Base64: &inPayload, FileName: "embedded.png"},
			{Text: new("<html>"), FileName: "lie.png", MIMEType: "image/png"},
			{FileName: "nothing"},
		}
	})
	require.Equal(t, models.ActionCreated, done.Outcome.Action)
	require.Equal(t, "report.md", done.Files[0].Version.FileName)
	require.Equal(t, models.DirectionOutput, done.Files[0].Version.Direction)
	require.Equal(t, done.Files[0].Version.ID, done.Primary().ID)
	require.NotNil(t, done.Files[1].Version)
	_, _, err := w.Artifacts.ReadableVersion(w.Ctx, done.Files[1].Version.ID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "system only: %v", err)
	for i, code := range map[int]fault.Code{2: fault.CodeConflict, 3: fault.CodeUnsupportedType, 4: fault.CodeInvalid} {
		require.Nil(t, done.Files[i].Version)
		require.Equal(t, code, done.Files[i].Fault.Code, done.Files[i].Fault.Message)
	}
	rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Len(t, rows, 2, "the report and the payload; what only the system sees is not a deliverable")
}

func TestCompleteAcceptsAnUploadedFile(t *testing.T) {
	w, content := newBench(t), actkit.Film(6<<20)
	id := w.Announce(content).Session.ID
	_, err := w.Send(id, 0, strings.NewReader(string(content)))
	require.NoError(t, err)
	done := w.Complete(``, ``, func(e *turn.Completion) { e.Files = []turn.OutputFile{{UploadID: &id}} })
	require.Equal(t, models.ActionNone, done.Outcome.Action, "there is not a payload")
	require.Equal(t, actkit.Sum(content), done.Files[0].Version.SHA256)
	require.Equal(t, models.DirectionOutput, done.Files[0].Version.Direction)
}

// TestCompleteTakesItsOwnUploadsOnly checks that a turn rejects a file that was announced for another conversation,
// although the caller may write to both.
func TestCompleteTakesItsOwnUploadsOnly(t *testing.T) {
	w, content := newBench(t), actkit.Film(1<<10)
	other := w.Start(&models.Conversation{Title: "Other"})
	id := w.Announce(content, func(n *intake.Announcement) { n.ConversationID = other.ID }).Session.ID
	_, err := w.Send(id, 0, strings.NewReader(string(content)))
	require.NoError(t, err)
	done := w.Complete(``, ``, func(e *turn.Completion) { e.Files = []turn.OutputFile{{UploadID: &id}} })
	require.Nil(t, done.Files[0].Version)
	require.Equal(t, fault.CodeInvalid, done.Files[0].Fault.Code)
	require.Zero(t, w.Versions())
	kept, err := w.Intake.Complete(w.Ctx, id, nil)
	require.NoError(t, err, "it is still there for its own conversation")
	require.Equal(t, other.ID, kept.Version.ConversationID)
}

func TestSuppressDropsFilesToo(t *testing.T) {
	w := newBench(t)
	for _, change := range []func(*turn.Completion){
		func(e *turn.Completion) { e.Directive = models.JSON(`{"behavior":"suppress"}`) },
		func(e *turn.Completion) { e.Succeeded = false },
		func(e *turn.Completion) { e.CreateArtifacts = false },
	} {
		done := w.Complete(`{"n":1}`, ``, change, func(e *turn.Completion) { e.Files = []turn.OutputFile{{Text: new("x"), FileName: "a.txt"}} })
		require.Nil(t, done.Files[0].Version)
		require.NotEmpty(t, done.Files[0].Fault.Message)
	}
	require.Zero(t, w.Versions())
}
