package artifact

import (
	"io"

	"vitrine/models"
)

// Incoming is a file that is sent to a conversation.
type Incoming struct {
	ConversationID string
	ArtifactID     *string // the artifact it is the next version of; nil starts a new one
	MessageID      *string
	AgentID        *string
	FileName       string
	MIMEType       string
	SHA256         string // the expected hash of the bytes, hex; empty when unknown
	IdempotencyKey string
	Content        io.ReadSeeker `json:"-"`
	// MadeBy is set for a file that an agent made; nil for one that came with a user.
	MadeBy *Maker `json:"-"`
	// Operation is the scope of the idempotency key; empty means uploadArtifact.
	Operation string `json:"-"`
	// Repeats is what a repetition with the same key must equal; nil means this value itself.
	Repeats any `json:"-"`
}

// Maker is the author of a file of an agent's turn, with the visibility of the file.
type Maker struct {
	Name       string
	Visibility models.Visibility
}

// Stored is a file that became a version. Deliverable is nil when the artifact is not listed.
type Stored struct {
	Version     *models.ConversationArtifactVersion
	Deliverable *models.Deliverable
}
