package turn

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// Completion is the outcome of an agent's turn.
type Completion struct {
	ConversationID   string
	MessageID        *string
	AgentID          *string
	Succeeded        bool
	CreateArtifacts  bool
	Payload          models.JSON
	Directive        models.JSON // as the model wrote it
	SourceArtifactID string      // empty when none
	InheritedPayload models.JSON
	PayloadChange    models.JSON
	ReplaceElements  bool
	HistoryFrom      *time.Time
	Files            []OutputFile
	IdempotencyKey   string
}

// Completed is the result of completing a turn.
type Completed struct {
	Outcome artifact.Decision // Action may also be REUSED
	Version *models.ConversationArtifactVersion
	Files   []FileOutcome // one per file, in order
	Message *models.Message
}

// Primary returns the version that a product shows of the turn: its first file, else its payload; nil when nothing
// was stored.
func (c *Completed) Primary() *models.ConversationArtifactVersion {
	for _, f := range c.Files {
		if f.Version != nil {
			return f.Version
		}
	}
	return c.Version
}

// resolved is a completion with everything that it refers to.
type resolved struct {
	Completion
	conversation *models.Conversation
	agent        *models.Agent
	message      *models.Message
	payload      models.JSON
	content      []byte
	received     *storage.Received
	types        artifact.Registry
	kind         *models.ArtifactType // of a new artifact
	key          idempotency.Request
}

// Complete stores what a turn produced: a new artifact, the next version of one, or nothing.
func (a *Turns) Complete(ctx context.Context, e Completion) (*Completed, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	c, err := a.completion(ctx, e)
	if err != nil {
		return nil, err
	}
	done, err := a.completePayload(ctx, c)
	if err == nil {
		done.Files, err = a.keepFiles(ctx, c)
	}
	return done, err
}

func (a *Turns) completePayload(ctx context.Context, c *resolved) (*Completed, error) {
	earlier, err := a.Idempotency.Earlier(ctx, c.key)
	if err != nil || earlier != "" {
		return a.completedBefore(ctx, c, earlier, err)
	}
	if d := artifact.Decide(c.turn()); d.Action == models.ActionNone || d.Action == models.ActionSuppressed {
		return &Completed{Outcome: d, Message: c.message}, nil
	}
	if c.received, err = a.Artifacts.Take(ctx, c.content, "application/json", c.agent); err != nil {
		return nil, err
	}
	done, err := a.keepPayload(ctx, c)
	if err != nil {
		a.Artifacts.Discard(ctx, c.received)
	}
	return done, err
}

func (a *Turns) completion(ctx context.Context, e Completion) (c *resolved, err error) {
	c = &resolved{Completion: e}
	if c.conversation, err = a.Conversations.Write(ctx, e.ConversationID); err != nil {
		return nil, err
	}
	if c.agent, err = catalog.AgentFor(ctx, a.Agents, c.conversation, e.AgentID); err != nil {
		return nil, err
	}
	if c.message, err = a.Conversations.OptionalMessage(ctx, c.conversation, e.MessageID); err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	c.types = artifact.RegistryOf(types)
	if c.kind, err = outputType(types, c.types, c.agent); err != nil {
		return nil, err
	}
	c.key = idempotency.Request{Owner: auth.Caller(ctx), Operation: "completeTurn", Key: e.IdempotencyKey, Input: e}
	return c, c.settlePayload()
}

// settlePayload applies the change and formats the payload as it is stored.
func (c *resolved) settlePayload() (err error) {
	c.payload = c.Payload
	if !c.PayloadChange.IsNull() {
		if c.payload, err = artifact.ApplyChange(c.Directive, c.InheritedPayload, c.Payload, c.PayloadChange, c.ReplaceElements); err != nil {
			return fault.Invalid("payloadChange", "The payload change cannot be applied.").Because(err)
		}
	}
	var b bytes.Buffer
	if err := json.Indent(&b, c.payload, "", "  "); !c.payload.IsNull() && err != nil {
		return fault.Invalid("payload", "The payload is not valid JSON.").Because(err)
	}
	c.content = b.Bytes()
	return nil
}

// outputType returns the agent's default type, else JSON.
func outputType(types []*models.ArtifactType, registry artifact.Registry, agent *models.Agent) (*models.ArtifactType, error) {
	if agent != nil && agent.DefaultArtifactTypeID != nil && registry[*agent.DefaultArtifactTypeID] != nil {
		return registry[*agent.DefaultArtifactTypeID], nil
	}
	i := slices.IndexFunc(types, func(t *models.ArtifactType) bool { return strings.EqualFold(t.Name, "JSON") })
	if i < 0 {
		return nil, fault.Conflict("There is no artifact type JSON for outputs.").Try("Give the agent a default artifact type.")
	}
	return types[i], nil
}

// turn returns what is known before the conversation is locked: enough for the vetoes and for suppress.
func (c *resolved) turn() artifact.Turn {
	t := artifact.Turn{
		CreateArtifacts: c.CreateArtifacts, Succeeded: c.Succeeded, HasPayload: hasContent(c.payload), Directive: c.Directive,
		SourceID: strings.TrimSpace(c.SourceArtifactID),
	}
	if c.agent != nil {
		t.Mode = c.agent.ArtifactCreationMode
	}
	return t
}

func hasContent(payload models.JSON) bool {
	switch strings.TrimSpace(string(payload)) {
	case "", "null", "{}", "[]", `""`:
		return false
	}
	return true
}

// keepPayload decides under the conversation's lock, where the catalog cannot change, and stores.
func (a *Turns) keepPayload(ctx context.Context, c *resolved) (*Completed, error) {
	done := &Completed{Message: c.message}
	err := a.Conversations.Locked(ctx, c.conversation.ID, func(ctx context.Context, conv *models.Conversation) error {
		if earlier, err := a.Idempotency.Earlier(ctx, c.key); err != nil || earlier != "" {
			again, err := a.completedBefore(ctx, c, earlier, err)
			if err == nil {
				*done = *again
				a.Artifacts.Discard(ctx, c.received)
			}
			return err
		}
		turn, err := a.decisionInput(ctx, c)
		if err != nil {
			return err
		}
		done.Outcome = artifact.Decide(turn)
		return a.carryOut(ctx, conv, c, done)
	})
	return done, err
}

// carryOut stores what was decided.
func (a *Turns) carryOut(ctx context.Context, conv *models.Conversation, c *resolved, done *Completed) error {
	target, err := a.target(ctx, c, done)
	if err != nil {
		return err
	}
	if done.Version != nil { // equal content: shown again, not stored again
		return a.reuse(ctx, conv, c, done)
	}
	added, err := a.Artifacts.Add(ctx, conv, c.newVersion(ctx, target, done.Outcome))
	if err != nil {
		return err
	}
	done.Version = added.Version
	if _, err := a.Deliverables.KeepArtifact(ctx, conv, added.Artifact, deliverable.OutputOp(added.Artifact, added.Version)); err != nil {
		return err
	}
	return a.finish(ctx, conv, c, done)
}

// target finds the artifact to continue, nil for a new one. When its newest version has equal content, done becomes
// REUSED.
func (a *Turns) target(ctx context.Context, c *resolved, done *Completed) (*models.ConversationArtifact, error) {
	if done.Outcome.Action != models.ActionVersioned {
		return nil, nil
	}
	target, err := a.Artifacts.Artifact(ctx, done.Outcome.ArtifactID)
	if err != nil {
		return nil, err
	}
	latest, err := a.Artifacts.Latest(ctx, []string{target.ID})
	if v := latest[target.ID]; v != nil && v.SHA256 == c.received.SHA256 {
		done.Version, done.Outcome.Action = v, models.ActionReused
		done.Outcome.Reason = fmt.Sprintf("The content equals version %d, which is shown again. %s", v.Number, done.Outcome.Reason)
	}
	return target, err
}

func (c *resolved) newVersion(ctx context.Context, target *models.ConversationArtifact, d artifact.Decision) store.NewVersion {
	n := store.NewVersion{
		Artifact: target, Type: c.kind, Name: d.Name, Description: d.Description, Direction: models.DirectionOutput, MessageID: idOf(c.message),
		MIMEType: payloadMIME(c.kind), Detected: "application/json", MadeBy: cmp.Or(c.agentName(), auth.Caller(ctx)), Content: c.received,
	}
	if target != nil {
		store.Extract(ctx, c.types, target.TypeID, c.content).Apply(&n)
		n.Name = cmp.Or(d.Name, target.Name)
	} else {
		store.Extract(ctx, c.types, c.kind.ID, c.content).Apply(&n)
	}
	if n.Name == "" {
		n.Name = fmt.Sprintf("%s output, %s", cmp.Or(c.agentName(), "Agent"), models.Now().Format("2006-01-02 15:04"))
	}
	if target == nil && c.agent != nil && c.agent.ArtifactCreationMode == models.CreationSystemOnly {
		n.Visibility = models.VisibilitySystemOnly
	}
	n.FileName = artifact.CleanFileName(strings.ReplaceAll(n.Name, "/", "-") + ".json")
	return n
}

func (c *resolved) agentName() string {
	if c.agent == nil {
		return ""
	}
	return c.agent.Name
}

// reuse shows an equal version on the message.
func (a *Turns) reuse(ctx context.Context, conv *models.Conversation, c *resolved, done *Completed) error {
	if c.message != nil {
		if err := a.Artifacts.ShowOn(ctx, c.message.ID, done.Version.ID); err != nil {
			return err
		}
	}
	return a.finish(ctx, conv, c, done)
}

func (a *Turns) finish(ctx context.Context, conv *models.Conversation, c *resolved, done *Completed) error {
	if err := a.Log.Append(ctx, conv, live.Event{Kind: models.EventVersion, SubjectID: done.Version.ID}); err != nil {
		return err
	}
	if err := a.Idempotency.Remember(ctx, c.key, string(done.Outcome.Action)+" "+done.Version.ID); err != nil {
		return err
	}
	return a.Trail.Record(ctx, "complete.turn", "version", done.Version.ID, conv.ID, map[string]any{
		"action": done.Outcome.Action, "reason": done.Outcome.Reason, "agent": c.agentName(), "rejections": len(done.Outcome.Rejections),
	})
}

// completedBefore returns the result of an earlier equal request.
func (a *Turns) completedBefore(ctx context.Context, c *resolved, earlier string, err error) (*Completed, error) {
	if err != nil {
		return nil, err
	}
	action, id, _ := strings.Cut(earlier, " ")
	v, err := a.Artifacts.Version(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Completed{Version: v, Message: c.message, Outcome: artifact.Decision{
		Action: models.TurnAction(action), ArtifactID: v.ArtifactID, Reason: "This request was already completed; nothing was stored again.",
	}}, nil
}

// payloadMIME returns the MIME of a stored payload: the type's own when it is exact, else JSON.
func payloadMIME(t *models.ArtifactType) string {
	if strings.HasSuffix(t.ContentType, "/*") || t.ContentType == "application/octet-stream" {
		return "application/json"
	}
	return t.ContentType
}
