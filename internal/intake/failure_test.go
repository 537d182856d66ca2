package intake_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/live"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

var errLog = errors.New("the log is away")

// failingLog returns an error for every event, late in the transaction.
type failingLog struct{}

// Append returns an error.
func (failingLog) Append(context.Context, *models.Conversation, ...live.Event) error { return errLog }

func TestAFailedUploadLeavesNoObject(t *testing.T) {
	w := newBench(t)
	big := append(append([]byte{}, actkit.Picture...), make([]byte, 4096)...)
	w.Intake.Log = failingLog{}
	_, err := w.Upload("a.png", big)
	require.ErrorIs(t, err, errLog)
	require.Zero(t, w.Versions())
	require.Zero(t, w.Objects.Len(), "the object was deleted again")

	w.Intake.Log = w.Log
	w.Uploaded("a.png", big)
	require.Equal(t, 1, w.Objects.Len())

	w.Intake.Log = failingLog{}
	_, err = w.Upload("again.png", big)
	require.ErrorIs(t, err, errLog)
	require.Equal(t, 1, w.Objects.Len(), "an object that a version uses stays")
}

func TestAFailedCompletionCanBeRepeated(t *testing.T) {
	w, content := newBench(t), actkit.Film(9<<20)
	id := w.Announce(content).Session.ID
	_, err := w.Send(id, 0, bytes.NewReader(content))
	require.NoError(t, err)
	w.Intake.Log = failingLog{}
	_, err = w.Intake.Complete(w.Ctx, id, nil)
	require.ErrorIs(t, err, errLog)
	require.Zero(t, w.Versions())

	w.Intake.Log = w.Log
	stored, err := w.Intake.Complete(w.Ctx, id, nil)
	require.NoError(t, err)
	require.Equal(t, actkit.Sum(content), stored.Version.SHA256)
	require.Equal(t, 1, w.Objects.Len())
}
