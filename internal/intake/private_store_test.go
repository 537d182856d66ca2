package intake_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/intake"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

// TestAPrivateStoreTakesDirectUploadsFromItsOwnMachineOnly checks that no client gets a link that it cannot reach.
func TestAPrivateStoreTakesDirectUploadsFromItsOwnMachineOnly(t *testing.T) {
	w, content := newBench(t), actkit.Film(6<<20)
	size := int64(len(content))
	start := func(local bool) (*intake.Announced, error) {
		a := intake.Announcement{SizeBytes: &size, Direct: true, Local: local}
		a.ConversationID, a.FileName, a.MIMEType, a.SHA256 = w.ID, "film.png", "image/png", actkit.Sum(content)
		return w.Intake.Start(w.Ctx, a)
	}
	w.Intake.Settings.PrivateStore = true
	_, err := start(false)
	require.True(t, fault.Is(err, fault.CodeUnsupportedType), "%v", err)
	require.Equal(t, "direct", fault.As(err).Field)
	require.NotEmpty(t, fault.As(err).Remedies)
	for name, local := range map[string]bool{"from its own machine": true, "with a store that everybody reaches": false} {
		w.Intake.Settings.PrivateStore = local
		_, err = start(local)
		require.NotNil(t, fault.As(err), name)
		require.NotEqual(t, "direct", fault.As(err).Field, "%s: only the store in memory refuses, which has no links", name)
	}
}

// TestAnAbortedSessionCannotBeCompleted checks the race of an abort with a completion at its last step.
func TestAnAbortedSessionCannotBeCompleted(t *testing.T) {
	w := newBench(t)
	s := w.Announce(actkit.Film(6 << 20)).Session
	require.NoError(t, w.Uploads.Abort(w.Ctx, s))
	v := w.Uploaded("a.png", actkit.Picture).Version
	require.True(t, fault.Is(w.Uploads.Complete(w.Ctx, s, v.ID), fault.CodeConflict))
	fresh, err := w.Uploads.Find(w.Ctx, s.ID)
	require.NoError(t, err)
	require.Equal(t, models.UploadAborted, fresh.State)
	require.Nil(t, fresh.VersionID)
}

// TestNobodyGetsAFileByItsChecksum checks that a known content is linked only for those who can already read it.
func TestNobodyGetsAFileByItsChecksum(t *testing.T) {
	w := newBench(t)
	content := actkit.Film(6 << 20)
	_, err := w.Send(w.Announce(content).Session.ID, 0, bytes.NewReader(content))
	require.NoError(t, err)
	w.Uploaded("known.png", actkit.Picture)
	eve := auth.With(t.Context(), &auth.Principal{User: "eve", Role: models.RoleUser})
	c := &models.Conversation{}
	require.NoError(t, w.Conversations.Create(eve, c))
	size := int64(len(actkit.Picture))
	a := intake.Announcement{SizeBytes: &size}
	a.ConversationID, a.FileName, a.MIMEType, a.SHA256 = c.ID, "mine.png", "image/png", actkit.Sum(actkit.Picture)
	started, err := w.Intake.Start(eve, a)
	require.NoError(t, err)
	require.Nil(t, started.Stored, "eve has to send the file")
	require.NotNil(t, started.Session)
	a.ConversationID = w.ID
	started, err = w.Intake.Start(w.Ctx, a)
	require.NoError(t, err)
	require.NotNil(t, started.Stored, "ada can read it already")
}
