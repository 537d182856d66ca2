// Package actkit starts tests of acts: it wires all services over the test's own database and a store in memory, with
// three artifact types and one conversation of the user ada.
package actkit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/intake"
	"vitrine/internal/live"
	"vitrine/internal/observation"
	"vitrine/internal/services"
	"vitrine/internal/testkit"
	"vitrine/internal/turn"
	"vitrine/models"
	"vitrine/storage/memory"
)

// Picture is the start of a PNG file.
var Picture = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01")

// Bench holds the services of a server. Ctx carries the user ada, ID is her conversation.
type Bench struct {
	*testing.T
	services.Stores
	services.Acts
	DB       *database.DB
	Ctx      context.Context //nolint:containedctx // of one test
	ID       string
	Objects  *memory.Store
	Bus      *live.Memory
	Services *services.Services
}

// New returns a bench. The test runs in parallel.
func New(t *testing.T) *Bench {
	t.Parallel()
	b := &Bench{T: t, DB: testkit.DB(t), Objects: &memory.Store{}, Bus: &live.Memory{}, Ctx: auth.With(t.Context(), &auth.Principal{User: "ada", Role: models.RoleUser})}
	b.Services = services.Join(services.Ground{DB: b.DB, Bus: b.Bus, Objects: b.Objects, PublicURL: "https://inst.test"}, services.Settings{
		Store: store.Settings{InlineStoreBytes: 64, MaxUploadBytes: 1 << 20}, MaxFileBytes: 1 << 30, InlineCapBytes: 102_400,
	})
	b.Stores, b.Acts = b.Services.Stores, b.Services.Acts
	for name, pattern := range map[string]string{"Generic Text": "text/*", "JSON": "application/json", "Image": "image/*"} {
		mode, library := models.DeliveryToolsOnly, map[string]string{"Generic Text": "text", "JSON": "json", "Image": "image"}[name]
		if name == "Image" {
			mode = models.DeliveryInline
		}
		require.NoError(t, b.Types.Create(auth.With(b.Ctx, auth.System), &models.ArtifactType{
			Name: name, ContentType: pattern, DefaultDeliveryMode: mode, ToolLibrary: &library, Enabled: true,
		}))
	}
	b.ID = b.Start(&models.Conversation{Harness: "claude", Cwd: "/w"}).ID
	return b
}

// Start creates a conversation of ada.
func (b *Bench) Start(c *models.Conversation) *models.Conversation {
	require.NoError(b, b.Conversations.Create(b.Ctx, c))
	return c
}

// Upload uploads a file to the conversation.
func (b *Bench) Upload(name string, content []byte, change ...func(*artifact.Incoming)) (*artifact.Stored, error) {
	f := artifact.Incoming{ConversationID: b.ID, FileName: name, Content: bytes.NewReader(content)}
	for _, c := range change {
		c(&f)
	}
	return b.Intake.Receive(b.Ctx, f)
}

// Uploaded is Upload for files that must be accepted.
func (b *Bench) Uploaded(name string, content []byte, change ...func(*artifact.Incoming)) *artifact.Stored {
	b.Helper()
	stored, err := b.Upload(name, content, change...)
	require.NoError(b, err)
	return stored
}

// Versions returns the number of all versions.
func (b *Bench) Versions() (n int64) {
	require.NoError(b, b.DB.From(b.Ctx).Model(&models.ConversationArtifactVersion{}).Count(&n).Error)
	return n
}

// Observe sends records of Claude Code, up to a position of the feed s.
func (b *Bench) Observe(position string, records ...string) *observation.Observation {
	b.Helper()
	text := strings.Join(records, "\n")
	seen, err := b.Observations.Observe(b.Ctx, observation.ObserveInput{ConversationID: &b.ID, Source: "s", Position: &position, RecordsText: &text})
	require.NoError(b, err)
	return seen
}

// ObserveWrites sends records that a reader has already parsed into writes.
func (b *Bench) ObserveWrites(records ...string) *observation.Observation {
	b.Helper()
	text := strings.Join(records, "\n")
	seen, err := b.Observations.Observe(b.Ctx, observation.ObserveInput{ConversationID: &b.ID, Source: "s", AsWrites: true, RecordsText: &text})
	require.NoError(b, err)
	return seen
}

// Contents returns the contents of a file's versions, oldest first, each followed by its remark.
func (b *Bench) Contents(path string) (contents []string) {
	row := b.Row(path)
	if row == nil || row.ArtifactID == nil {
		return nil
	}
	var versions []*models.ConversationArtifactVersion
	require.NoError(b, b.DB.From(b.Ctx).Where("artifact_id = ?", *row.ArtifactID).Order("number").Find(&versions).Error)
	for _, v := range versions {
		content, err := b.Artifacts.Read(b.Ctx, v.SHA256, 1<<20)
		require.NoError(b, err)
		contents = append(contents, strings.TrimSpace(string(content)+" "+v.Remark))
	}
	return contents
}

// Row returns the listed deliverable of a path; nil when there is none.
func (b *Bench) Row(path string) *models.Deliverable {
	rows, err := b.Deliverables.Rows(b.Ctx, b.ID)
	require.NoError(b, err)
	for _, row := range rows {
		if row.Path == path {
			return row
		}
	}
	return nil
}

// Complete completes a successful turn with a payload and a directive.
func (b *Bench) Complete(payload, directive string, change ...func(*turn.Completion)) *turn.Completed {
	b.Helper()
	e := turn.Completion{ConversationID: b.ID, Succeeded: true, CreateArtifacts: true, Payload: models.JSON(payload), Directive: models.JSON(directive)}
	for _, c := range change {
		c(&e)
	}
	done, err := b.Turns.Complete(b.Ctx, e)
	require.NoError(b, err)
	require.NotEmpty(b, done.Outcome.Reason)
	return done
}

// VersionOf returns the directive for the next version of an artifact.
func VersionOf(artifactID string) string {
	return fmt.Sprintf(`{"behavior":"version-source","targetArtifactId":%q}`, artifactID)
}

// Film returns content of a size in bytes that begins like a PNG file.
func Film(size int) []byte {
	b := bytes.Repeat([]byte("vitrine "), size/8+1)[:size]
	copy(b, Picture)
	return b
}

// Announce starts the upload of content.
func (b *Bench) Announce(content []byte, change ...func(*intake.Announcement)) *intake.Announced {
	b.Helper()
	size := int64(len(content))
	n := intake.Announcement{Incoming: artifact.Incoming{ConversationID: b.ID, FileName: "film.png", MIMEType: "image/png"}, SizeBytes: &size}
	for _, c := range change {
		c(&n)
	}
	got, err := b.Intake.Start(b.Ctx, n)
	require.NoError(b, err)
	return got
}

// Send sends bytes of an upload from an offset on, and returns the next offset.
func (b *Bench) Send(id string, offset int64, body io.Reader) (int64, error) {
	s, err := b.Intake.ReceivePart(b.Ctx, id, offset, body)
	if s == nil {
		return 0, err
	}
	return s.ReceivedBytes, err
}

// Sum returns the SHA-256 of content in hex.
func Sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
