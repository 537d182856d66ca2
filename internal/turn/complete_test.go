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
	"vitrine/internal/turn"
	"vitrine/models"
)

func (w *witness) complete(payload, directive string, change ...func(*turn.Ending)) *turn.Completed {
	e := turn.Ending{ConversationID: w.id, Succeeded: true, CreateArtifacts: true, Payload: models.JSON(payload), Directive: models.JSON(directive)}
	for _, c := range change {
		c(&e)
	}
	done, err := w.Complete(w.ctx, e)
	require.NoError(w, err)
	require.NotEmpty(w, done.Outcome.Reason)
	return done
}

func versionOf(id string) string {
	return fmt.Sprintf(`{"behavior":"version-source","targetArtifactId":%q}`, id)
}

func TestComplete(t *testing.T) {
	w := newWitness(t)
	first := w.complete(`{"n":1}`, `{"behavior":"create-new","name":"  Quarterly   summary "}`)
	require.Equal(t, models.ActionCreated, first.Outcome.Action)
	require.Equal(t, 1, first.Version.Number)
	a, err := w.Keeper.Artifact(w.ctx, first.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly summary", a.Name)
	content, err := w.Keeper.Read(w.ctx, first.Version.SHA256, 1000)
	require.NoError(t, err)
	require.Equal(t, "{\n  \"n\": 1\n}", string(content))

	second := w.complete(`{"n":2}`, versionOf(strings.ToUpper(a.ID)))
	require.Equal(t, models.ActionVersioned, second.Outcome.Action)
	require.Equal(t, 2, second.Version.Number)

	same := w.complete(`{ "n" : 2 }`, versionOf("1"))
	require.Equal(t, models.ActionReused, same.Outcome.Action)
	require.Equal(t, second.Version.ID, same.Version.ID)

	none := w.complete(`{"n":3}`, `{"behavior":"suppress"}`)
	require.Equal(t, models.ActionSuppressed, none.Outcome.Action)
	require.Nil(t, none.Version)
	require.EqualValues(t, 2, w.versions())
}

func TestCompleteVersionsTheNewestOutput(t *testing.T) {
	w := newWitness(t)
	a := w.complete(`{"a":1}`, `{"behavior":"create-new","name":"A"}`)
	b := w.complete(`{"b":1}`, `{"behavior":"create-new","name":"B"}`)
	w.complete(`{"a":2}`, versionOf(a.Version.ArtifactID))
	got := w.complete(`{"a":3}`, `{"behavior":"version-source"}`)
	require.Equal(t, a.Version.ArtifactID, got.Version.ArtifactID, "A has the newest output, though B was born later")
	require.NotEqual(t, b.Version.ArtifactID, got.Version.ArtifactID)
}

func TestCompleteOnAMessageContinuesWhatItShows(t *testing.T) {
	w := newWitness(t)
	m := &models.Message{ConversationID: w.id, Role: models.RoleAgentMessage, Text: "here"}
	require.NoError(t, w.Conversations.AddMessage(w.ctx, m))
	on := func(e *turn.Ending) { e.MessageID = &m.ID }
	first := w.complete(`{"n":1}`, ``, on)
	again := w.complete(`{"n":2}`, ``, on)
	require.Equal(t, models.ActionCreated, first.Outcome.Action)
	require.Equal(t, models.ActionVersioned, again.Outcome.Action)
	require.Equal(t, first.Version.ArtifactID, again.Version.ArtifactID)
}

func TestCompleteForASystemOnlyAgentStaysOutOfSight(t *testing.T) {
	w := newWitness(t)
	agent := &models.Agent{Name: "Quiet", ArtifactCreationMode: models.CreationSystemOnly, Capture: models.CaptureDocuments}
	require.NoError(t, w.Agents.Create(auth.With(w.ctx, auth.System), agent))
	done := w.complete(`{"n":1}`, ``, func(e *turn.Ending) { e.AgentID = &agent.ID })
	_, _, err := w.Version(w.ctx, done.Version.ID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "the owner does not see it: %v", err)
	_, _, err = w.Version(auth.With(w.ctx, auth.System), done.Version.ID)
	require.NoError(t, err)
	list, err := w.Deliverables.Rows(w.ctx, w.id)
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestAHundredWritersGetAHundredConsecutiveVersions(t *testing.T) {
	w := newWitness(t)
	base := w.complete(`{"n":-1}`, `{"behavior":"create-new","name":"Race"}`)
	var mu sync.Mutex
	var numbers []int
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			done, err := w.Complete(w.ctx, turn.Ending{
				ConversationID: w.id, Succeeded: true, CreateArtifacts: true, Payload: models.JSON(fmt.Sprintf(`{"n":%d}`, i)),
				Directive: models.JSON(versionOf(base.Version.ArtifactID)),
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
	w := newWitness(t)
	keyed := func(e *turn.Ending) { e.IdempotencyKey = "k" }
	first := w.complete(`{"n":1}`, `{"behavior":"create-new"}`, keyed)
	again := w.complete(`{"n":1}`, `{"behavior":"create-new"}`, keyed)
	require.Equal(t, first.Version.ID, again.Version.ID)
	require.Equal(t, first.Outcome.Action, again.Outcome.Action)
	require.EqualValues(t, 1, w.versions())
}

func TestCompleteAppliesAPayloadChange(t *testing.T) {
	w := newWitness(t)
	done := w.complete(``, `{"behavior":"create-new","name":"New"}`, func(e *turn.Ending) {
		e.InheritedPayload, e.PayloadChange = models.JSON(`{"old":true}`), models.JSON(`{"new":true}`)
	})
	content, err := w.Keeper.Read(w.ctx, done.Version.SHA256, 1000)
	require.NoError(t, err)
	require.JSONEq(t, `{"new":true}`, string(content), "nothing of the old one bleeds into the new one")
}
