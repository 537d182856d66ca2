package models

import "time"

// ConversationArtifact is something that a conversation stores, as a series of versions.
type ConversationArtifact struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	TypeID         string
	Name           string
	Description    string
	Visibility     Visibility
	Owner          string
	// Letter is its stable address within the conversation: A, B, …, Z, AA, …
	Letter    string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// TableName names the table.
func (ConversationArtifact) TableName() string { return "artifacts" }

// ConversationArtifactVersion is one saved state of an artifact with its bytes.
type ConversationArtifactVersion struct {
	ID         string `gorm:"primaryKey"`
	ArtifactID string
	// ConversationID repeats the artifact's, so that lists of a conversation need no join.
	ConversationID string
	Number         int // from 1, without gaps, per artifact
	Direction      Direction
	MessageID      *string
	Name           string
	Description    string
	// MIMEType is as declared by the sender (normalised); DetectedMIMEType is what the first bytes say.
	MIMEType         string `gorm:"column:mime_type"`
	DetectedMIMEType string `gorm:"column:detected_mime_type"`
	FileName         string
	// SizeBytes is nil only for content of unknown size.
	SizeBytes      *int64
	SHA256         string `gorm:"column:sha256"` // hex, of the bytes
	ForceToolsOnly bool
	// Attributes are the values that extract rules found: a JSON object by rule name.
	Attributes JSON
	// Remark is what is missing in the version, for example because a recorded edit did not apply; empty when complete.
	Remark string
	// Shape describes small text content in a few words for the manifest: keys, items, lines. Empty when unknown.
	Shape     string
	MadeBy    string // the user or agent that made it
	CreatedAt time.Time
}

// TableName names the table.
func (ConversationArtifactVersion) TableName() string { return "artifact_versions" }

// Blob is one content, however many versions use it: either Bytes or an object in the store.
type Blob struct {
	SHA256    string `gorm:"column:sha256;primaryKey"`
	SizeBytes int64
	Bytes     []byte // small text kept in Postgres; nil when ObjectKey is set
	ObjectKey string // the object in the store; empty when Bytes is set
	// LastReferencedAt is set whenever a version starts to use the blob; the sweep's grace period starts there.
	LastReferencedAt time.Time
	CreatedAt        time.Time
}

// TableName names the table.
func (Blob) TableName() string { return "blobs" }
