package models

import "time"

// APIKey is a credential shown once and stored as a hash.
type APIKey struct {
	ID   string `gorm:"primaryKey"`
	Name string
	Role Role
	// User is who the key acts for; conversations created with it belong to that user.
	User string `gorm:"column:user_name"`
	// Prefix is the readable start of the secret, to distinguish keys.
	Prefix string
	Hash   []byte
	// Scopes narrow the key; empty means everything that its role may do. "conversation:<id>" limits it to one
	// conversation.
	Scopes     []string `gorm:"serializer:json"`
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time
	CreatedAt  time.Time
}

// TableName names the table.
func (APIKey) TableName() string { return "api_keys" }

// AuditEntry is one line of the audit log: who did what to what.
type AuditEntry struct {
	ID             string `gorm:"primaryKey"`
	At             time.Time
	Actor          string // the user
	KeyID          string // the API key used; empty for the server itself
	Action         string // verb.noun, for example "create.artifactType"
	Target         string // "<noun>:<id>"
	ConversationID *string
	RequestID      string
	Details        JSON
}

// TableName names the table.
func (AuditEntry) TableName() string { return "audit_entries" }

// ToolCall is the record of one tool invocation.
type ToolCall struct {
	ID           string `gorm:"primaryKey"`
	At           time.Time
	Actor        string
	VersionID    string
	Tool         string
	Success      bool
	Milliseconds float64
	BytesOut     int64
	ErrorMessage string
}

// TableName names the table.
func (ToolCall) TableName() string { return "tool_calls" }

// IdempotencyKey stores the result of one keyed request of a caller for 24 hours.
type IdempotencyKey struct {
	Owner     string `gorm:"primaryKey"` // the user
	Operation string `gorm:"primaryKey"` // the mutation
	Key       string `gorm:"primaryKey"`
	InputHash []byte // sha256 of the input: the same key with another input is a conflict
	ResultID  string
	CreatedAt time.Time
}

// TableName names the table.
func (IdempotencyKey) TableName() string { return "idempotency_keys" }
