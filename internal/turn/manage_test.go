package turn_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestRenameRestoreDiffDelete(t *testing.T) {
	w := newWitness(t)
	first := w.complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	second := w.complete(`{"n":2}`, versionOf(first.Version.ArtifactID))

	d, err := w.Diff(w.ctx, second.Version, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{d.Added, d.Removed})
	require.Contains(t, d.Unified, "-  \"n\": 1\n+  \"n\": 2\n")

	restored, err := w.Restore(w.ctx, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, 3, restored.Number)
	require.Equal(t, first.Version.SHA256, restored.SHA256)
	again, err := w.Restore(w.ctx, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, restored.ID, again.ID, "what is the newest already is not restored twice")

	renamed, err := w.Rename(w.ctx, first.Version.ArtifactID, new("  Figures "), nil)
	require.NoError(t, err)
	require.Equal(t, "Figures", renamed.Name)
	rows, err := w.Deliverables.Rows(w.ctx, w.id)
	require.NoError(t, err)
	require.Equal(t, "Figures", rows[0].Name)
	_, err = w.Rename(w.ctx, first.Version.ArtifactID, new(" "), nil)
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)

	stranger := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	_, err = w.Delete(stranger, first.Version.ArtifactID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	_, err = w.Delete(w.ctx, first.Version.ArtifactID)
	require.NoError(t, err)
	require.Zero(t, w.versions())
	rows, err = w.Deliverables.Rows(w.ctx, w.id)
	require.NoError(t, err)
	require.Empty(t, rows)
}

// TestSystemOnlyIsNeverListed holds that an artifact which only the system sees gets no row, whoever adds a version to it and how,
// and so cannot be handed over.
func TestSystemOnlyIsNeverListed(t *testing.T) {
	for name, add := range map[string]func(w *witness, ctx context.Context, v *models.ConversationArtifactVersion) error{
		"uploaded": func(w *witness, ctx context.Context, v *models.ConversationArtifactVersion) error {
			_, err := w.Receive(ctx, turn.Upload{ConversationID: w.id, ArtifactID: &v.ArtifactID, FileName: "hidden.md", MIMEType: "text/markdown", Content: strings.NewReader("more")})
			return err
		},
		"restored": func(w *witness, ctx context.Context, v *models.ConversationArtifactVersion) error {
			_, err := w.Receive(ctx, turn.Upload{ConversationID: w.id, ArtifactID: &v.ArtifactID, FileName: "hidden.md", MIMEType: "text/markdown", Content: strings.NewReader("more")})
			require.NoError(w, err)
			_, err = w.Restore(ctx, v.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWitness(t)
			service := auth.With(t.Context(), &auth.Principal{User: "runner", Role: models.RoleService})
			done := w.complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Ending) {
				e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
			})
			require.NoError(t, add(w, service, done.Files[0].Version))
			rows, err := w.Deliverables.Rows(w.ctx, w.id)
			require.NoError(t, err)
			for _, row := range rows {
				require.NotEqual(t, done.Files[0].Version.ArtifactID, *row.ArtifactID)
			}
		})
	}
}

func TestCompleteKeepsFiles(t *testing.T) {
	w := newWitness(t)
	inPayload := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("picture ", 100)))
	done := w.complete(`{"chart":"`+inPayload+`"}`, `{"behavior":"create-new","name":"Report"}`, func(e *turn.Ending) {
		e.Files = []turn.OutputFile{
			{Text: new("# Report"), FileName: "../report.md", MIMEType: "text/markdown"},
			{Base64: new(base64.StdEncoding.EncodeToString(picture)), FileName: "chart.png", MIMEType: "image/png", Visibility: models.VisibilitySystemOnly},
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
	_, _, err := w.Version(w.ctx, done.Files[1].Version.ID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "system only: %v", err)
	for i, code := range map[int]fault.Code{2: fault.CodeConflict, 3: fault.CodeUnsupportedType, 4: fault.CodeInvalid} {
		require.Nil(t, done.Files[i].Version)
		require.Equal(t, code, done.Files[i].Fault.Code, done.Files[i].Fault.Message)
	}
	rows, err := w.Deliverables.Rows(w.ctx, w.id)
	require.NoError(t, err)
	require.Len(t, rows, 2, "the report and the payload; what only the system sees is no deliverable")
}

func TestCompleteTakesAnUploadedFile(t *testing.T) {
	w, content := newWitness(t), film(6<<20)
	id := w.announce(content).Session.ID
	_, err := w.send(id, 0, strings.NewReader(string(content)))
	require.NoError(t, err)
	done := w.complete(``, ``, func(e *turn.Ending) { e.Files = []turn.OutputFile{{UploadID: &id}} })
	require.Equal(t, models.ActionNone, done.Outcome.Action, "there is no payload")
	require.Equal(t, sum(content), done.Files[0].Version.SHA256)
	require.Equal(t, models.DirectionOutput, done.Files[0].Version.Direction)
}

// TestCompleteTakesItsOwnUploadsOnly holds that a turn takes no file that was announced for another conversation, although the caller
// may write to both.
func TestCompleteTakesItsOwnUploadsOnly(t *testing.T) {
	w, content := newWitness(t), film(1<<10)
	other := w.start(&models.Conversation{Title: "Other"})
	id := w.announce(content, func(n *turn.Announcement) { n.ConversationID = other.ID }).Session.ID
	_, err := w.send(id, 0, strings.NewReader(string(content)))
	require.NoError(t, err)
	done := w.complete(``, ``, func(e *turn.Ending) { e.Files = []turn.OutputFile{{UploadID: &id}} })
	require.Nil(t, done.Files[0].Version)
	require.Equal(t, fault.CodeInvalid, done.Files[0].Fault.Code)
	require.Zero(t, w.versions())
	kept, err := w.CompleteUpload(w.ctx, id)
	require.NoError(t, err, "it is still there for its own conversation")
	require.Equal(t, other.ID, kept.Version.ConversationID)
}

func TestSuppressDropsFilesToo(t *testing.T) {
	w := newWitness(t)
	for _, change := range []func(*turn.Ending){
		func(e *turn.Ending) { e.Directive = models.JSON(`{"behavior":"suppress"}`) },
		func(e *turn.Ending) { e.Succeeded = false },
		func(e *turn.Ending) { e.CreateArtifacts = false },
	} {
		done := w.complete(`{"n":1}`, ``, change, func(e *turn.Ending) { e.Files = []turn.OutputFile{{Text: new("x"), FileName: "a.txt"}} })
		require.Nil(t, done.Files[0].Version)
		require.NotEmpty(t, done.Files[0].Fault.Message)
	}
	require.Zero(t, w.versions())
}
