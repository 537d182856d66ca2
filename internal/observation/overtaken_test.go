package observation_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/live"
	"vitrine/internal/observation"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
	"vitrine/storage"
)

// overtaking is a store of artifacts that runs something between the planning of a version and its transaction.
type overtaking struct {
	observation.Artifacts
	takes  int
	before func(take int)
}

// Take runs before, then stores the content.
func (o *overtaking) Take(ctx context.Context, content []byte, mime string, agent *models.Agent) (*storage.Received, error) {
	o.takes++
	o.before(o.takes)
	return o.Artifacts.Take(ctx, content, mime, agent)
}

// TestAnOvertakenPlanIsMadeAgain checks that an edit applies to the newest version, also when that came while the edit
// was worked out, and that the loser's object is deleted.
func TestAnOvertakenPlanIsMadeAgain(t *testing.T) {
	w := newBench(t)
	w.Observe("1", actkit.Write("t1", "a.md", "one\n")...)
	id := *w.Row("/w/a.md").ArtifactID
	o := &overtaking{Artifacts: w.Artifacts, before: func(take int) {
		if take == 1 {
			w.Uploaded("a.md", []byte("one more\n"), func(f *artifact.Incoming) { f.ArtifactID, f.MIMEType = &id, "text/markdown" })
		}
	}}
	w.Observations.Artifacts = o
	w.Observe("2", actkit.Edit("t2", "a.md", "one", "two")...)
	require.Equal(t, []string{"one", "one more", "two more"}, w.Contents("/w/a.md"))
	require.Equal(t, 2, o.takes, "the plan was made again once")
}

// TestDraftsThatSomebodyElseKeptAreNotKeptTwice checks the other half of the guard: two servers keep the same drafts at
// once.
func TestDraftsThatSomebodyElseKeptAreNotKeptTwice(t *testing.T) {
	w := newBench(t)
	other := *w.Observations
	o := &overtaking{Artifacts: w.Artifacts, before: func(take int) {
		if take == 1 {
			require.NoError(t, other.Resume(w.Ctx))
		}
	}}
	w.Observations.Artifacts = o
	w.Observe("1", actkit.Write("t1", "a.md", "one\n")...)
	require.Equal(t, []string{"one"}, w.Contents("/w/a.md"))
	require.EqualValues(t, 1, w.Versions())
}

var errLog = errors.New("the log is away")

// lateFailure returns an error for the events of versions.
type lateFailure struct{ observation.Log }

// Append returns an error for an event of a version.
func (lateFailure) Append(context.Context, *models.Conversation, ...live.Event) error { return errLog }

// TestAFailedPlanLeavesNoObject checks that content which cannot become a version now stays a draft, without an object.
func TestAFailedPlanLeavesNoObject(t *testing.T) {
	w := newBench(t)
	long := string(make([]byte, 0, 200))
	for len(long) < 150 {
		long += "a line of text\n"
	}
	w.Observations.Log = lateFailure{}
	w.Observe("1", actkit.Write("t1", "a.md", long)...)
	require.Zero(t, w.Versions())
	require.Zero(t, w.Objects.Len(), "the content's object was deleted again")

	w.Observations.Log = w.Log
	require.NoError(t, w.Observations.Resume(w.Ctx))
	require.Len(t, w.Contents("/w/a.md"), 1)
	require.Equal(t, 1, w.Objects.Len())
}
