package models

import "time"

// UploadState is the state of an upload session.
type UploadState string

// The states of an upload session.
const (
	UploadOpen      UploadState = "OPEN"
	UploadCompleted UploadState = "COMPLETED"
	UploadAborted   UploadState = "ABORTED"
)

// PendingUpload is a session of a resumable or direct upload: an unfinished file without a version.
type PendingUpload struct {
	ID             string `gorm:"primaryKey"`
	Owner          string // the user who started it
	ConversationID string
	ArtifactID     *string
	MessageID      *string
	AgentID        *string
	FileName       string
	MIMEType       string `gorm:"column:mime_type"`
	SizeBytes      *int64 // as announced; nil when unknown
	SHA256         string `gorm:"column:sha256"` // as announced, hex; empty when unknown
	// Direct sessions are sent to the object store by a presigned link; the others come through the server in parts.
	Direct      bool
	ObjectKey   string
	MultipartID string       // of the store; empty before the first part and for direct sessions
	Parts       []UploadPart `gorm:"serializer:json"`
	// ReceivedBytes is the offset to resume from: the end of the last whole part.
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
	Last   bool   `json:"l,omitempty"` // too small to be followed by another
}

// SweptBlob is a content that a sweep removed because nothing used it; its object is deleted a week later.
type SweptBlob struct {
	SHA256    string `gorm:"column:sha256;primaryKey"`
	SizeBytes int64
	Bytes     []byte
	ObjectKey string
	SweptAt   time.Time `gorm:"primaryKey"`
}

// TableName names the table.
func (SweptBlob) TableName() string { return "swept_blobs" }
