// Package intake holds the acts that receive files: at once, in resumable parts, or directly into the object store by
// a link. Each act checks the caller, admits the file by its type, stores its bytes outside any transaction, and then
// commits version, deliverable, event and audit line in one. It has no database handle. Resolvers, the HTTP endpoint
// of parts and the acts of a turn call it.
package intake

import (
	"context"
	"io"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/deliverable"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// Intake joins the services that an upload needs. The wiring sets all fields once.
type Intake struct {
	Conversations Conversations
	Types         Types
	Agents        Agents
	Artifacts     Artifacts
	Deliverables  Deliverables
	Uploads       Uploads
	Idempotency   Idempotency
	Log           Log
	Trail         Trail
	Settings      Settings
}

// Settings bound the files that are received.
type Settings struct {
	MaxUploadBytes int64           // the largest file that is sent at once
	MaxFileBytes   int64           // the largest file of a resumable or direct upload
	Limits         artifact.Limits // by family, beside the limits of types
	PrivateStore   bool            // the object store is private: other machines cannot reach it
}

// Conversations are the conversations that the caller may change.
type Conversations interface {
	Write(ctx context.Context, id string) (*models.Conversation, error)
	Locked(ctx context.Context, id string, do func(ctx context.Context, c *models.Conversation) error) error
	OptionalMessage(ctx context.Context, c *models.Conversation, id *string) (*models.Message, error)
}

// Types are the registered artifact types.
type Types interface {
	All(ctx context.Context) ([]*models.ArtifactType, error)
}

// Agents are the configured agents.
type Agents interface {
	Get(ctx context.Context, id string) (*models.Agent, error)
}

// Artifacts stores versions and their bytes.
type Artifacts interface {
	InConversation(ctx context.Context, c *models.Conversation, id string) (*models.ConversationArtifact, error)
	ReadableContent(ctx context.Context, sha256 string) (*models.ConversationArtifactVersion, error)
	Version(ctx context.Context, id string) (*models.ConversationArtifactVersion, error)
	Read(ctx context.Context, sha256 string, limit int64) ([]byte, error)
	KeptAt(ctx context.Context, sha256 string) (objectKey string, known bool, err error)
	Put(ctx context.Context, f *storage.File, inline bool) (*storage.Received, error)
	Inlines(a *artifact.Admission, sizeBytes int64, agent *models.Agent) bool
	MoveInline(ctx context.Context, in *storage.Received) error
	ExtractReceived(ctx context.Context, types artifact.Registry, typeID string, in *storage.Received) (store.Extracted, error)
	CountInputs(ctx context.Context, messageID, family string) (int64, error)
	Add(ctx context.Context, c *models.Conversation, n store.NewVersion) (*store.Added, error)
	Discard(ctx context.Context, in *storage.Received)
}

// Deliverables lists the received files.
type Deliverables interface {
	KeepArtifact(ctx context.Context, c *models.Conversation, of *models.ConversationArtifact, op deliverable.Op) (*models.Deliverable, error)
	ByArtifact(ctx context.Context, artifactIDs ...string) (map[string]*models.Deliverable, error)
}

// Uploads stores the sessions of unfinished uploads.
type Uploads interface {
	StartOnce(ctx context.Context, key idempotency.Request, u *models.PendingUpload) (*models.PendingUpload, error)
	Find(ctx context.Context, id string) (*models.PendingUpload, error)
	Link(ctx context.Context, u *models.PendingUpload) (storage.Link, error)
	Receive(ctx context.Context, u *models.PendingUpload, offset int64, body io.Reader, admit func(head []byte) error) error
	Arrived(ctx context.Context, u *models.PendingUpload) (*storage.Received, error)
	Settle(ctx context.Context, u *models.PendingUpload, got *storage.Received, keptAt string, known bool) error
	Complete(ctx context.Context, u *models.PendingUpload, versionID string) error
	Abort(ctx context.Context, u *models.PendingUpload) error
}

// Idempotency remembers keyed requests.
type Idempotency interface {
	Earlier(ctx context.Context, r idempotency.Request) (string, error)
	Remember(ctx context.Context, r idempotency.Request, resultID string) error
}

// Log is the live event log.
type Log interface {
	Append(ctx context.Context, c *models.Conversation, events ...live.Event) error
}

// Trail is the audit log.
type Trail interface {
	Record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error
}
