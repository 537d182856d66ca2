package curation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestRenameRestoreDiffDelete(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	second := w.Complete(`{"n":2}`, actkit.VersionOf(first.Version.ArtifactID))

	d, err := w.Curation.Diff(w.Ctx, second.Version, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{d.Added, d.Removed})
	require.Contains(t, d.Unified, "-  \"n\": 1\n+  \"n\": 2\n")

	restored, err := w.Curation.Restore(w.Ctx, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, 3, restored.Number)
	require.Equal(t, first.Version.SHA256, restored.SHA256)
	again, err := w.Curation.Restore(w.Ctx, first.Version.ID)
	require.NoError(t, err)
	require.Equal(t, restored.ID, again.ID, "the newest content is not restored again")

	renamed, err := w.Curation.Rename(w.Ctx, first.Version.ArtifactID, new("  Figures "), nil)
	require.NoError(t, err)
	require.Equal(t, "Figures", renamed.Name)
	rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Equal(t, "Figures", rows[0].Name)
	_, err = w.Curation.Rename(w.Ctx, first.Version.ArtifactID, new(" "), nil)
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)

	stranger := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	_, err = w.Curation.Delete(stranger, first.Version.ArtifactID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	_, err = w.Curation.Delete(w.Ctx, first.Version.ArtifactID)
	require.NoError(t, err)
	require.Zero(t, w.Versions())
	rows, err = w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Empty(t, rows)
}

// TestSystemOnlyIsNeverListed checks that an artifact which only the system sees gets no row, whoever adds a version
// to it and how, and so cannot be handed over.
func TestSystemOnlyIsNeverListed(t *testing.T) {
	for name, add := range map[string]func(w *bench, ctx context.Context, v *models.ConversationArtifactVersion) error{
		"uploaded": func(w *bench, ctx context.Context, v *models.ConversationArtifactVersion) error {
			_, err := w.Intake.Receive(ctx, artifact.Incoming{ConversationID: w.ID, ArtifactID: &v.ArtifactID, FileName: "hidden.md", MIMEType: "text/markdown", Content: strings.NewReader("more")})
			return err
		},
		"restored": func(w *bench, ctx context.Context, v *models.ConversationArtifactVersion) error {
			_, err := w.Intake.Receive(ctx, artifact.Incoming{ConversationID: w.ID, ArtifactID: &v.ArtifactID, FileName: "hidden.md", MIMEType: "text/markdown", Content: strings.NewReader("more")})
			require.NoError(w, err)
			_, err = w.Curation.Restore(ctx, v.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBench(t)
			service := auth.With(t.Context(), &auth.Principal{User: "runner", Role: models.RoleService})
			done := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Completion) {
				e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
			})
			require.NoError(t, add(w, service, done.Files[0].Version))
			rows, err := w.Deliverables.Rows(w.Ctx, w.ID)
			require.NoError(t, err)
			for _, row := range rows {
				require.NotEqual(t, done.Files[0].Version.ArtifactID, *row.ArtifactID)
			}
		})
	}
}
