// Package observation holds the acts around a harness's records: observe a batch, store the content it recorded as
// versions, take reports of pages, designs and services, of a save by the user and of what was shown, and hand
// deliverables over. Each act checks the caller and changes everything in one transaction. It has no database handle
// and does not read records itself (package harness). Resolvers call it; Resume is called at the server's start.
package observation

import (
	"context"
	"time"

	"vitrine/internal/artifact/store"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// Observations joins the services that the acts need. The wiring sets all fields once.
type Observations struct {
	Conversations Conversations
	Types         Types
	Agents        Agents
	Artifacts     Artifacts
	Deliverables  Deliverables
	Log           Log
	Trail         Trail
}

// Conversations are the conversations that the caller may see and change.
type Conversations interface {
	Seen(ctx context.Context, id string) (*models.Conversation, error)
	Keyed(ctx context.Context, key string) (*models.Conversation, error)
	Write(ctx context.Context, id string) (*models.Conversation, error)
	Many(ctx context.Context, ids []string) ([]*models.Conversation, error)
	Create(ctx context.Context, c *models.Conversation) error
	AddMessage(ctx context.Context, m *models.Message) error
	Locked(ctx context.Context, id string, do func(ctx context.Context, c *models.Conversation) error) error
	LockedPair(ctx context.Context, one, other string, do func(ctx context.Context, one, other *models.Conversation) error) error
}

// Types are the registered artifact types.
type Types interface {
	All(ctx context.Context) ([]*models.ArtifactType, error)
	Get(ctx context.Context, id string) (*models.ArtifactType, error)
}

// Agents are the configured agents.
type Agents interface {
	Get(ctx context.Context, id string) (*models.Agent, error)
}

// Artifacts stores versions and their bytes.
type Artifacts interface {
	Artifact(ctx context.Context, id string) (*models.ConversationArtifact, error)
	Latest(ctx context.Context, artifactIDs []string) (map[string]*models.ConversationArtifactVersion, error)
	TypesOf(ctx context.Context, artifactIDs []string) (map[string]string, error)
	Read(ctx context.Context, sha256 string, limit int64) ([]byte, error)
	Take(ctx context.Context, content []byte, mime string, agent *models.Agent) (*storage.Received, error)
	Discard(ctx context.Context, in *storage.Received)
	Add(ctx context.Context, c *models.Conversation, n store.NewVersion) (*store.Added, error)
}

// Deliverables stores the rows that records change, and the drafts of recorded content.
type Deliverables interface {
	Observe(ctx context.Context, c *models.Conversation, batch deliverable.Batch) (deliverable.Observed, error)
	Position(ctx context.Context, conversationID, source string) (string, error)
	KeepDrafts(ctx context.Context, drafts []*models.DeliverableDraft) error
	Drafts(ctx context.Context, conversationID string, limit int) ([]*models.DeliverableDraft, error)
	DropDrafts(ctx context.Context, drafts []*models.DeliverableDraft) (int, error)
	Drafting(ctx context.Context) ([]string, error)
	ByID(ctx context.Context, ids ...string) (map[string]*models.Deliverable, error)
	Hold(ctx context.Context, row *models.Deliverable, artifactID string) error
	Touch(ctx context.Context, c *models.Conversation, t deliverable.Touch) (deliverable.Touched, error)
	TakeNotes(ctx context.Context, c *models.Conversation, key string) ([]string, error)
	Present(ctx context.Context, c *models.Conversation, at time.Time, links ...deliverable.PageLink) ([]*models.Deliverable, error)
	Show(ctx context.Context, c *models.Conversation, items []deliverable.Shown) ([]*models.Deliverable, error)
	ReportPage(ctx context.Context, c *models.Conversation, p deliverable.PageReport) (*models.Deliverable, error)
	ReportDesign(ctx context.Context, c *models.Conversation, d deliverable.DesignReport) (*models.Deliverable, error)
	ReportService(ctx context.Context, c *models.Conversation, job deliverable.Job) (*models.Deliverable, error)
	HandOver(ctx context.Context, from, to *models.Conversation, items []string) (registry.Handed, error)
}

// Log is the live event log.
type Log interface {
	Append(ctx context.Context, c *models.Conversation, events ...live.Event) error
}

// Trail is the audit log.
type Trail interface {
	Record(ctx context.Context, action, noun, id, conversationID string, details map[string]any) error
}
