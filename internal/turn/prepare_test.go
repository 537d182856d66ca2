package turn_test

import (
	"fmt"
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

func (w *bench) model(patterns ...string) *models.Model {
	m := &models.Model{Name: models.NewID(), Provider: "anthropic", InputMIMEPatterns: patterns}
	require.NoError(w, w.Models.Create(auth.With(w.Ctx, auth.System), m))
	return m
}

func (w *bench) prepare(m *models.Model, change ...func(*turn.Preparation)) *turn.TurnContext {
	p := turn.Preparation{ConversationID: w.ID, ModelID: &m.ID}
	for _, c := range change {
		c(&p)
	}
	t, err := w.Turns.Prepare(w.Ctx, p)
	require.NoError(w, err)
	return t
}

func TestPrepare(t *testing.T) {
	w := newBench(t)
	w.Uploaded("a.png", actkit.Picture)
	w.Uploaded("rows.json", []byte(`[{"id":1,"name":"x"}]`))
	w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Out <b>"}`)
	got := w.prepare(w.model("image/*"))

	require.Len(t, got.Decisions, 3)
	require.False(t, got.Blocked)
	require.Len(t, got.ContentBlocks, 1)
	require.Equal(t, "image_url", got.ContentBlocks[0].Type)
	require.True(t, strings.HasPrefix(got.ContentBlocks[0].URL, "data:image/png;base64,"))
	require.Contains(t, got.ManifestText, `**A** — Image: "a.png"`)
	require.Contains(t, got.ManifestText, "an array of 1 item with the fields id, name")
	require.NotContains(t, got.ManifestText, "<b>", "a name cannot open a tag")
	require.Contains(t, got.Instructions, "artifactDirective")
	require.Contains(t, got.Instructions, `1. "Out ‹b›"`)
	require.Positive(t, got.EstimatedTokens)
	require.NotNil(t, got.ProviderRequest)
}

func TestPrepareRejectsAnUnknownProvider(t *testing.T) {
	w := newBench(t)
	m := w.model()
	require.Nil(t, w.prepare(m, func(p *turn.Preparation) { p.Provider = "generic" }).ProviderRequest)
	_, err := w.Turns.Prepare(w.Ctx, turn.Preparation{ConversationID: w.ID, ModelID: &m.ID, Provider: "nobody"})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
}

func TestPrepareSaysWhatAModelCannotTake(t *testing.T) {
	w := newBench(t)
	w.Uploaded("a.png", actkit.Picture)
	got := w.prepare(w.model())
	require.True(t, got.Blocked)
	require.Equal(t, fault.CodeModalityUnsupported, got.Decisions[0].Route.Err.Code)
	require.Empty(t, got.ContentBlocks)
	require.Contains(t, got.ManifestText, "cannot take image/png")
}

func TestPrepareKeepsToTheWindow(t *testing.T) {
	w := newBench(t)
	for i := range 4 {
		m := &models.Message{ConversationID: w.ID, Role: models.RoleUserMessage, Text: fmt.Sprint(i)}
		require.NoError(t, w.Conversations.AddMessage(w.Ctx, m))
		w.Uploaded(fmt.Sprintf("%d.json", i), fmt.Appendf(nil, `{"n":%d}`, i), func(u *artifact.Incoming) { u.MessageID = &m.ID })
	}
	m := w.model()
	require.Len(t, w.prepare(m).Decisions, 4)
	two := 2
	got := w.prepare(m, func(p *turn.Preparation) { p.HistoryWindow = &two })
	require.Len(t, got.Decisions, 2)
	require.Equal(t, "2.json", got.Decisions[0].Version.FileName)
	zero := 0
	_, err := w.Turns.Prepare(w.Ctx, turn.Preparation{ConversationID: w.ID, ModelID: &m.ID, HistoryWindow: &zero})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
}

func TestPrepareLeavesInstructionsOutForQuietAgents(t *testing.T) {
	w := newBench(t)
	for _, mode := range []models.CreationMode{models.CreationNever, models.CreationSystemOnly} {
		agent := &models.Agent{Name: string(mode), ArtifactCreationMode: mode, Capture: models.CaptureDocuments}
		require.NoError(t, w.Agents.Create(auth.With(w.Ctx, auth.System), agent))
		got := w.prepare(w.model(), func(p *turn.Preparation) { p.AgentID = &agent.ID })
		require.Empty(t, got.Instructions)
	}
}

func TestInvoke(t *testing.T) {
	w := newBench(t)
	done := w.Uploaded("a.json", []byte(`{"a":{"b":7}}`))
	letter := "a"
	for _, call := range []turn.ToolCall{
		{VersionID: &done.Version.ID, Tool: "json_path", Input: models.JSON(`{"path":"a.b"}`)},
		{ConversationID: &w.ID, Letter: &letter, Tool: "json_path", Input: models.JSON(`{"path":"a.b"}`)},
	} {
		answer, err := w.Turns.Invoke(w.Ctx, call)
		require.NoError(t, err)
		require.True(t, answer.Result.Success, answer.Result.ErrorMessage)
		require.JSONEq(t, "7", string(models.ToJSON(answer.Result.Data)))
	}
	answer, err := w.Turns.Invoke(w.Ctx, turn.ToolCall{VersionID: &done.Version.ID, Tool: "nothing_such"})
	require.NoError(t, err)
	require.False(t, answer.Result.Success)
	var calls int64
	require.NoError(t, w.DB.From(w.Ctx).Model(&models.ToolCall{}).Count(&calls).Error)
	require.EqualValues(t, 3, calls, "every call is recorded, failed ones too")

	stranger := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	_, err = w.Turns.Invoke(stranger, turn.ToolCall{VersionID: &done.Version.ID, Tool: "get_metadata"})
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	require.ErrorContains(t, err, "version", "in the same words as for an unknown version")
}

func TestRouteExplains(t *testing.T) {
	w := newBench(t)
	done := w.Uploaded("a.png", actkit.Picture)
	r, err := w.Turns.Route(w.Ctx, done.Version.ID, w.model("image/*").ID)
	require.NoError(t, err)
	require.Equal(t, models.DeliveredInline, r.Delivery)
	v, err := w.Curation.SetForceToolsOnly(w.Ctx, done.Version.ID, true)
	require.NoError(t, err)
	require.True(t, v.ForceToolsOnly)
	r, err = w.Turns.Route(w.Ctx, done.Version.ID, w.model("image/*").ID)
	require.NoError(t, err)
	require.Equal(t, models.DeliveredTools, r.Delivery)
}
