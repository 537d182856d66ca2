package turn

import (
	"context"
	"log/slog"
	"time"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/tool"
	"vitrine/models"
	"vitrine/resolvers/dispatch"
	"vitrine/resolvers/routing"
)

// ToolCall is one call of a tool on a version, named by id, or by conversation and letter.
type ToolCall struct {
	VersionID      *string
	ConversationID *string
	Letter         *string
	Tool           string
	Input          models.JSON
	Cursor         string
}

// ToolAnswer is the result of a tool and how long it took.
type ToolAnswer struct {
	Result   tool.Result
	Duration time.Duration
}

// Invoke calls a tool and records the call. An error in the tool is a failed result; a fault means that the caller
// has no permission, or that the version does not exist.
func (a *Turns) Invoke(ctx context.Context, call ToolCall) (*ToolAnswer, error) {
	if _, err := auth.Require(ctx, auth.RunTurns); err != nil {
		return nil, err
	}
	v, parent, err := a.called(ctx, call)
	if err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	chain := artifact.RegistryOf(types).Chain(parent.TypeID)
	result, ok := a.lookBack(ctx, chain, v, call)
	if !ok {
		result = a.Dispatcher.Invoke(ctx, chain, a.document(v), tool.Call{Tool: call.Tool, Input: []byte(call.Input), Cursor: call.Cursor})
	}
	answer := &ToolAnswer{Result: result, Duration: time.Since(started)}
	if f := fault.As(result.Cause); f != nil && f.Code == fault.CodeUnavailable {
		return nil, f // the object store or the database is unavailable: not an error of the tool
	}
	return answer, a.recordCall(ctx, v, call, answer)
}

func (a *Turns) called(ctx context.Context, call ToolCall) (*models.ConversationArtifactVersion, *models.ConversationArtifact, error) {
	switch {
	case call.VersionID != nil:
		return a.Artifacts.ReadableVersion(ctx, *call.VersionID)
	case call.ConversationID == nil || call.Letter == nil:
		return nil, nil, fault.Invalid("versionId", "Name a version by versionId, or by conversationId and letter.")
	}
	c, err := a.Conversations.Read(ctx, *call.ConversationID)
	if err != nil {
		return nil, nil, err
	}
	v, err := a.Artifacts.Lettered(ctx, c.ID, *call.Letter)
	if err != nil {
		return nil, nil, err
	}
	return a.Artifacts.ReadableVersion(ctx, v.ID)
}

// recordCall stores the call and, because an agent has read content, its audit line.
func (a *Turns) recordCall(ctx context.Context, v *models.ConversationArtifactVersion, call ToolCall, answer *ToolAnswer) error {
	row := models.ToolCall{
		ID: models.NewID(), At: models.Now(), Actor: auth.Caller(ctx), VersionID: v.ID, Tool: call.Tool, Success: answer.Result.Success,
		Milliseconds: float64(answer.Duration.Microseconds()) / 1000, BytesOut: int64(len(models.ToJSON(answer.Result.Data))),
		ErrorMessage: answer.Result.ErrorMessage,
	}
	if answer.Result.Cause != nil && !answer.Result.Success && fault.As(answer.Result.Cause) == nil {
		slog.WarnContext(ctx, "tool failed", "tool", call.Tool, "version", v.ID, "error", answer.Result.Cause)
	}
	return a.Artifacts.RecordCall(ctx, v, &row)
}

// Tools returns the tools that an agent may call on a version of an artifact.
func (a *Turns) Tools(types []*models.ArtifactType, typeID string) []tool.Definition {
	return toolsOf(artifact.RegistryOf(types).Chain(typeID))
}

// toolsOf returns the tools of a type's libraries and those that read earlier versions; none for a type without a
// library.
func toolsOf(chain []*models.ArtifactType) []tool.Definition {
	definitions := dispatch.Tools(chain)
	if len(definitions) == 0 {
		return nil
	}
	return append(definitions, historyTools...)
}

// Route explains how a version reaches a turn of a model.
func (a *Turns) Route(ctx context.Context, versionID, modelID string) (routing.Route, error) {
	if _, err := auth.Require(ctx, auth.ReadMetadata); err != nil {
		return routing.Route{}, err
	}
	v, parent, err := a.Artifacts.ReadableVersion(ctx, versionID)
	if err != nil {
		return routing.Route{}, err
	}
	m, err := a.Models.Get(ctx, modelID)
	if err != nil {
		return routing.Route{}, err
	}
	t, err := a.Types.Get(ctx, parent.TypeID)
	if err != nil {
		return routing.Route{}, err
	}
	return routing.Decide(t, v, m, a.InlineCapBytes), nil
}
