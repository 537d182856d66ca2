// Package turn holds the acts of a model's turn: prepare the context of the model, call a tool on an artifact in it,
// complete the turn with what it produced. Each act checks the caller, does the slow work outside a transaction, and
// changes everything in one. It has no database handle, and calls no model. Resolvers and the MCP endpoint call it.
package turn

import (
	"context"
	"time"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/deliverable"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/internal/tool"
	"vitrine/models"
	"vitrine/storage"
)

// Turns joins the services that a turn needs. The wiring sets all fields once.
type Turns struct {
	Conversations Conversations
	Types         Types
	Models        Models
	Agents        Agents
	Artifacts     Artifacts
	Deliverables  Deliverables
	Intake        Intake
	Idempotency   Idempotency
	Dispatcher    Dispatcher
	Log           Log
	Trail         Trail
	// InlineCapBytes is the size from which inline content goes to tools, unless a type or a model lowers it.
	InlineCapBytes int64
}

// Conversations are the conversations that the caller may read and change.
type Conversations interface {
	Read(ctx context.Context, id string) (*models.Conversation, error)
	Write(ctx context.Context, id string) (*models.Conversation, error)
	Locked(ctx context.Context, id string, do func(ctx context.Context, c *models.Conversation) error) error
	OptionalMessage(ctx context.Context, c *models.Conversation, id *string) (*models.Message, error)
}

// Types are the registered artifact types.
type Types interface {
	All(ctx context.Context) ([]*models.ArtifactType, error)
	Get(ctx context.Context, id string) (*models.ArtifactType, error)
}

// Models are the registered models.
type Models interface {
	Get(ctx context.Context, id string) (*models.Model, error)
}

// Agents are the configured agents.
type Agents interface {
	Get(ctx context.Context, id string) (*models.Agent, error)
}

// Artifacts stores versions and their bytes.
type Artifacts interface {
	ReadableVersion(ctx context.Context, id string) (*models.ConversationArtifactVersion, *models.ConversationArtifact, error)
	Artifact(ctx context.Context, id string) (*models.ConversationArtifact, error)
	InConversation(ctx context.Context, c *models.Conversation, id string) (*models.ConversationArtifact, error)
	Version(ctx context.Context, id string) (*models.ConversationArtifactVersion, error)
	Lettered(ctx context.Context, conversationID, letter string) (*models.ConversationArtifactVersion, error)
	Numbered(ctx context.Context, artifactID string, number int) (*models.ConversationArtifactVersion, error)
	Below(ctx context.Context, artifactID string, number *int, limit int) ([]*models.ConversationArtifactVersion, error)
	Latest(ctx context.Context, artifactIDs []string) (map[string]*models.ConversationArtifactVersion, error)
	LatestOf(ctx context.Context, conversationID string, limit int) ([]*models.ConversationArtifactVersion, error)
	InWindow(ctx context.Context, w store.Window) ([]*models.ConversationArtifactVersion, error)
	ShownArtifacts(ctx context.Context, versions []*models.ConversationArtifactVersion) (map[string]*models.ConversationArtifact, error)
	Outputs(ctx context.Context, conversationID string, from *time.Time) ([]store.Output, error)
	OutputOn(ctx context.Context, messageID string) (string, error)
	Open(ctx context.Context, sha256 string) (storage.Object, error)
	Read(ctx context.Context, sha256 string, limit int64) ([]byte, error)
	Diff(ctx context.Context, from, to *models.ConversationArtifactVersion) (*artifact.Difference, error)
	Take(ctx context.Context, content []byte, mime string, agent *models.Agent) (*storage.Received, error)
	Discard(ctx context.Context, in *storage.Received)
	Add(ctx context.Context, c *models.Conversation, n store.NewVersion) (*store.Added, error)
	ShowOn(ctx context.Context, messageID, versionID string) error
	RecordCall(ctx context.Context, v *models.ConversationArtifactVersion, call *models.ToolCall) error
}

// Deliverables lists what a turn produced, and returns the notes that wait for it.
type Deliverables interface {
	KeepArtifact(ctx context.Context, c *models.Conversation, of *models.ConversationArtifact, op deliverable.Op) (*models.Deliverable, error)
	Notes(ctx context.Context, conversationID string) ([]string, error)
}

// Intake receives the files that a turn produced.
type Intake interface {
	Receive(ctx context.Context, f artifact.Incoming) (*artifact.Stored, error)
	Session(ctx context.Context, id string) (*models.PendingUpload, error)
	Complete(ctx context.Context, id string, by *artifact.Maker) (*artifact.Stored, error)
}

// Idempotency remembers keyed requests.
type Idempotency interface {
	Earlier(ctx context.Context, r idempotency.Request) (string, error)
	Remember(ctx context.Context, r idempotency.Request, resultID string) error
}

// Dispatcher calls the tools of an artifact's type.
type Dispatcher interface {
	Invoke(ctx context.Context, chain []*models.ArtifactType, d tool.Document, call tool.Call) tool.Result
}

// Log is the live event log.
type Log interface {
	Append(ctx context.Context, c *models.Conversation, events ...live.Event) error
}

// Trail is the audit log.
type Trail interface {
	Record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error
}

// idOf returns the id of an optional message.
func idOf(m *models.Message) *string {
	if m == nil {
		return nil
	}
	return &m.ID
}
