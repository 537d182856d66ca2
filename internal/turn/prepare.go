package turn

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/provider"
	"vitrine/models"
	"vitrine/resolvers/routing"
)

// defaultWindow is the number of newest messages whose files are in a turn, unless another is set.
const defaultWindow = 50

// Preparation is the request for a turn's context.
type Preparation struct {
	ConversationID string
	AgentID        *string
	ModelID        *string
	MessageID      *string // the message to answer; nil means the newest
	HistoryWindow  *int    // messages
	HistoryFrom    *time.Time
	Provider       string // empty: the model's
}

// TurnDecision is the route of one version in a turn.
type TurnDecision struct {
	Version *models.ConversationArtifactVersion
	Route   routing.Route
}

// TurnContext is everything that a runner needs for the next model call of a conversation.
type TurnContext struct {
	Decisions       []TurnDecision
	Manifest        []ManifestEntry
	ManifestText    string
	ContentBlocks   []provider.Block
	Tools           []TurnTool
	Instructions    string
	Notes           []string
	EstimatedTokens int
	Blocked         bool
	ProviderRequest any // the fragment of a request in the provider's format; nil for generic
}

// state is everything a turn is prepared from, read in a constant number of queries.
type state struct {
	conversation *models.Conversation
	agent        *models.Agent // nil when none is named
	model        *models.Model
	types        artifact.Registry
	artifacts    map[string]*models.ConversationArtifact
	versions     []*models.ConversationArtifactVersion // oldest first
	catalog      []store.Output
	notes        []string
}

// Prepare decides how every version in the window reaches the model and formats the model's context.
func (a *Turns) Prepare(ctx context.Context, p Preparation) (*TurnContext, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	s, err := a.state(ctx, p)
	if err != nil {
		return nil, err
	}
	to, err := provider.Find(cmp.Or(p.Provider, s.model.Provider))
	if err != nil {
		return nil, err
	}
	t := &TurnContext{Notes: s.notes, Instructions: instructions(s.agent, s.catalog)}
	s.decide(ctx, t, a.InlineCapBytes)
	s.writeManifest(t)
	if t.ContentBlocks, err = a.blocks(ctx, t.Decisions); err != nil {
		return nil, err
	}
	t.Tools = s.tools(t.Manifest)
	t.EstimatedTokens = estimate(t)
	t.ProviderRequest = to.Request(&provider.Turn{
		Rules: rulesFor(s.agent), State: stateText(t.ManifestText, catalogText(s.agent, s.catalog), t.Notes), Blocks: t.ContentBlocks, Tools: t.providerTools(),
	})
	return t, nil
}

// providerTools returns the tools as a provider's request names them.
func (t *TurnContext) providerTools() []provider.Tool {
	tools := make([]provider.Tool, len(t.Tools))
	for i, tool := range t.Tools {
		tools[i] = provider.Tool{Name: tool.Name, Description: tool.Description, InputSchema: tool.InputSchema}
	}
	return tools
}

func (a *Turns) state(ctx context.Context, p Preparation) (s *state, err error) {
	s = &state{}
	if s.conversation, err = a.Conversations.Read(ctx, p.ConversationID); err != nil {
		return nil, err
	}
	if s.agent, err = catalog.AgentFor(ctx, a.Agents, s.conversation, p.AgentID); err != nil {
		return nil, err
	}
	if s.model, err = a.model(ctx, s.agent, p.ModelID); err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	s.types = artifact.RegistryOf(types)
	if s.versions, err = a.window(ctx, s, p); err != nil {
		return nil, err
	}
	if s.artifacts, err = a.Artifacts.ShownArtifacts(ctx, s.versions); err != nil {
		return nil, err
	}
	if s.catalog, err = a.Artifacts.Outputs(ctx, s.conversation.ID, p.HistoryFrom); err != nil {
		return nil, err
	}
	s.notes, err = a.Deliverables.Notes(ctx, s.conversation.ID)
	return s, err
}

// model finds the model of the turn: the named one, else the agent's.
func (a *Turns) model(ctx context.Context, agent *models.Agent, id *string) (*models.Model, error) {
	if id == nil && agent != nil {
		id = agent.DefaultModelID
	}
	if id == nil {
		return nil, fault.Invalid("modelId", "The turn has no model, which routing needs.").
			Try("Name a modelId.", "Give the agent a default model.")
	}
	return a.Models.Get(ctx, *id)
}

// window returns the versions that came with the newest messages, and those without a message since then.
func (a *Turns) window(ctx context.Context, s *state, p Preparation) ([]*models.ConversationArtifactVersion, error) {
	size := defaultWindow
	if s.agent != nil && s.agent.HistoryWindow != nil {
		size = *s.agent.HistoryWindow
	}
	if p.HistoryWindow != nil {
		size = *p.HistoryWindow
	}
	if size < 1 {
		return nil, fault.Invalid("historyWindow", "The history window must be at least 1 message.")
	}
	upTo, err := a.Conversations.OptionalMessage(ctx, s.conversation, p.MessageID)
	if err != nil {
		return nil, err
	}
	return a.Artifacts.InWindow(ctx, store.Window{ConversationID: s.conversation.ID, UpTo: upTo, Messages: size, From: p.HistoryFrom})
}

// decide routes every visible version, within the budget of the whole turn.
func (s *state) decide(ctx context.Context, t *TurnContext, capBytes int64) {
	var candidates []routing.Candidate
	for _, v := range s.versions {
		if parent := s.artifacts[v.ArtifactID]; parent != nil {
			candidates = append(candidates, routing.Candidate{Type: s.types[parent.TypeID], Version: v})
		}
	}
	for i, r := range routing.Plan(candidates, s.model, capBytes) {
		t.Decisions = append(t.Decisions, TurnDecision{Version: candidates[i].Version, Route: r})
		t.Blocked = t.Blocked || r.Err != nil
		if r.Fallback {
			slog.WarnContext(ctx, "inline content goes to tools", "version", candidates[i].Version.ID, "model", s.model.Name, "reason", r.Reason)
		}
	}
}
