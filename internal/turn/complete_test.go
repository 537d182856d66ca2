package turn_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestComplete(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"  Quarterly   summary "}`)
	require.Equal(t, models.ActionCreated, first.Outcome.Action)
	require.Equal(t, 1, first.Version.Number)
	a, err := w.Artifacts.Artifact(w.Ctx, first.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly summary", a.Name)
	content, err := w.Artifacts.Read(w.Ctx, first.Version.SHA256, 1000)
	require.NoError(t, err)
	require.Equal(t, "{\n  \"n\": 1\n}", string(content))

	second := w.Complete(`{"n":2}`, actkit.VersionOf(strings.ToUpper(a.ID)))
	require.Equal(t, models.ActionVersioned, second.Outcome.Action)
	require.Equal(t, 2, second.Version.Number)

	same := w.Complete(`{ "n" : 2 }`, actkit.VersionOf("1"))
	require.Equal(t, models.ActionReused, same.Outcome.Action)
	require.Equal(t, second.Version.ID, same.Version.ID)

	none := w.Complete(`{"n":3}`, `{"behavior":"suppress"}`)
	require.Equal(t, models.ActionSuppressed, none.Outcome.Action)
	require.Nil(t, none.Version)
	require.EqualValues(t, 2, w.Versions())
}

func TestCompleteVersionsTheNewestOutput(t *testing.T) {
	w := newBench(t)
	a := w.Complete(`{"a":1}`, `{"behavior":"create-new","name":"A"}`)
	b := w.Complete(`{"b":1}`, `{"behavior":"create-new","name":"B"}`)
	w.Complete(`{"a":2}`, actkit.VersionOf(a.Version.ArtifactID))
	got := w.Complete(`{"a":3}`, `{"behavior":"version-source"}`)
	require.Equal(t, a.Version.ArtifactID, got.Version.ArtifactID, "A has the newest output, though B was created later")
	require.NotEqual(t, b.Version.ArtifactID, got.Version.ArtifactID)
}

func TestCompleteOnAMessageContinuesWhatItShows(t *testing.T) {
	w := newBench(t)
	m := &models.Message{ConversationID: w.ID, Role: models.RoleAgentMessage, Text: "here"}
	require.NoError(t, w.Conversations.AddMessage(w.Ctx, m))
	on := func(e *turn.Completion) { e.MessageID = &m.ID }
	first := w.Complete(`{"n":1}`, ``, on)
	again := w.Complete(`{"n":2}`, ``, on)
	require.Equal(t, models.ActionCreated, first.Outcome.Action)
	require.Equal(t, models.ActionVersioned, again.Outcome.Action)
	require.Equal(t, first.Version.ArtifactID, again.Version.ArtifactID)
}

func TestCompleteForASystemOnlyAgentIsHidden(t *testing.T) {
	w := newBench(t)
	agent := &models.Agent{Name: "Quiet", ArtifactCreationMode: models.CreationSystemOnly, Capture: models.CaptureDocuments}
	require.NoError(t, w.Agents.Create(auth.With(w.Ctx, auth.System), agent))
	done := w.Complete(`{"n":1}`, ``, func(e *turn.Completion) { e.AgentID = &agent.ID })
	_, _, err := w.Artifacts.ReadableVersion(w.Ctx, done.Version.ID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "the owner does not see it: %v", err)
	_, _, err = w.Artifacts.ReadableVersion(auth.With(w.Ctx, auth.System), done.Version.ID)
	require.NoError(t, err)
	list, err := w.Deliverables.Rows(w.Ctx, w.ID)
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestAHundredWritersGetAHundredConsecutiveVersions(t *testing.T) {
	w := newBench(t)
	base := w.Complete(`{"n":-1}`, `{"behavior":"create-new","name":"Race"}`)
	var mu sync.Mutex
	var numbers []int
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			done, err := w.Turns.Complete(w.Ctx, turn.Completion{
				ConversationID: w.ID, Succeeded: true, CreateArtifacts: true, Payload: models.JSON(fmt.Sprintf(`{"n":%d}`, i)),
				Directive: models.JSON(actkit.VersionOf(base.Version.ArtifactID)),
			})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				numbers = append(numbers, done.Version.Number)
			}
		})
	}
	all.Wait()
	slices.Sort(numbers)
	require.Len(t, numbers, 100)
	for i, n := range numbers {
		require.Equal(t, i+2, n)
	}
}

func TestCompleteTwiceWithOneKeyIsOneVersion(t *testing.T) {
	w := newBench(t)
	keyed := func(e *turn.Completion) { e.IdempotencyKey = "k" }
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new"}`, keyed)
	again := w.Complete(`{"n":1}`, `{"behavior":"create-new"}`, keyed)
	require.Equal(t, first.Version.ID, again.Version.ID)
	require.Equal(t, first.Outcome.Action, again.Outcome.Action)
	require.EqualValues(t, 1, w.Versions())
}

func TestCompleteAppliesAPayloadChange(t *testing.T) {
	w := newBench(t)
	done := w.Complete(``, `{"behavior":"create-new","name":"New"}`, func(e *turn.Completion) {
		e.InheritedPayload, e.PayloadChange = models.JSON(`{"old":true}`), models.JSON(`{"new":true}`)
	})
	content, err := w.Artifacts.Read(w.Ctx, done.Version.SHA256, 1000)
	require.NoError(t, err)
	require.JSONEq(t, `{"new":true}`, string(content), "nothing of the old one remains in the new one")
}
