package models

import "time"

// UploadState says where an upload session stands.
type UploadState string

// The states of an upload session.
const (
	UploadOpen      UploadState = "OPEN"
	UploadCompleted UploadState = "COMPLETED"
	UploadAborted   UploadState = "ABORTED"
)

// PendingUpload is a session of a resumable or direct upload: a file on its way, of which no version exists yet.
type PendingUpload struct {
	ID             string `gorm:"primaryKey"`
	Owner          string // the user who started it
	ConversationID string
	ArtifactID     *string
	MessageID      *string
	AgentID        *string
	FileName       string
	MIMEType       string `gorm:"column:mime_type"`
	SizeBytes      *int64 // as announced; nil when the sender does not know
	SHA256         string `gorm:"column:sha256"` // as announced, hex; empty when the sender does not say
	// Direct sessions go straight to the store by a presigned link; the others come through the server in parts.
	Direct      bool
	ObjectKey   string
	MultipartID string       // of the store; empty before the first part and for direct sessions
	Parts       []UploadPart `gorm:"serializer:json"`
	// ReceivedBytes is where to resume: the end of the last whole part.
	ReceivedBytes int64
	HashState     []byte // of sha256 at ReceivedBytes
	Head          []byte // the first bytes, from which the type was detected
	State         UploadState
	VersionID     *string
	// LeaseID is the request that is sending now, until LeaseUntil.
	LeaseID    string
	LeaseUntil *time.Time
	ExpiresAt  time.Time
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// TableName names the table.
func (PendingUpload) TableName() string { return "uploads" }

// UploadPart is one part that the store has.
type UploadPart struct {
	Number int    `json:"n"` // from 1
	ETag   string `json:"e"`
	Last   bool   `json:"l,omitempty"` // too small for another to follow
}

// SweptBlob is a content that a sweep took out of use; its object goes a week later.
type SweptBlob struct {
	SHA256    string `gorm:"column:sha256;primaryKey"`
	SizeBytes int64
	Bytes     []byte
	ObjectKey string
	SweptAt   time.Time `gorm:"primaryKey"`
}

// TableName names the table.
func (SweptBlob) TableName() string { return "swept_blobs" }
