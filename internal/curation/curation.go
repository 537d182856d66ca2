// Package curation holds the acts by which people manage stored artifacts: rename, delete, restore, restrict to
// tools, compare, read the content. Each act checks the caller and changes artifact, deliverable, event and audit
// line in one transaction. It has no database handle. Resolvers, the content endpoint and the MCP endpoint call it.
package curation

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/deliverable"
	"vitrine/internal/live"
	"vitrine/models"
)

// Curation joins the services that the acts need. The wiring sets all fields once.
type Curation struct {
	Conversations Conversations
	Artifacts     Artifacts
	Deliverables  Deliverables
	Log           Log
	Trail         Trail
	// MaxFileBytes is the most that is read of a content of unknown size.
	MaxFileBytes int64
}

// Conversations are the conversations that the caller may change.
type Conversations interface {
	Locked(ctx context.Context, id string, do func(ctx context.Context, c *models.Conversation) error) error
}

// Artifacts stores versions and their bytes.
type Artifacts interface {
	ReadableVersion(ctx context.Context, id string) (*models.ConversationArtifactVersion, *models.ConversationArtifact, error)
	Changeable(ctx context.Context, id string) (*models.ConversationArtifact, error)
	ChangeableVersion(ctx context.Context, id string) (*models.ConversationArtifactVersion, *models.ConversationArtifact, error)
	Latest(ctx context.Context, artifactIDs []string) (map[string]*models.ConversationArtifactVersion, error)
	Read(ctx context.Context, sha256 string, limit int64) ([]byte, error)
	Diff(ctx context.Context, from, to *models.ConversationArtifactVersion) (*artifact.Difference, error)
	Update(ctx context.Context, id string, change func(*models.ConversationArtifact) error) (*models.ConversationArtifact, error)
	Delete(ctx context.Context, a *models.ConversationArtifact) error
	Add(ctx context.Context, c *models.Conversation, n store.NewVersion) (*store.Added, error)
	SetForceToolsOnly(ctx context.Context, v *models.ConversationArtifactVersion, force bool) error
}

// Deliverables lists the artifacts.
type Deliverables interface {
	KeepArtifact(ctx context.Context, c *models.Conversation, of *models.ConversationArtifact, op deliverable.Op) (*models.Deliverable, error)
	Retitle(ctx context.Context, a *models.ConversationArtifact) (*models.Deliverable, error)
	Forget(ctx context.Context, c *models.Conversation, artifactID string) error
}

// Log is the live event log.
type Log interface {
	Append(ctx context.Context, c *models.Conversation, events ...live.Event) error
}

// Trail is the audit log.
type Trail interface {
	Record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error
}
