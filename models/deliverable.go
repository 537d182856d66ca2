package models

import "time"

// Deliverable is one thing that a conversation produced or received, derived from what was observed.
type Deliverable struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	// Key is its identity within the conversation: "<host>:<path>", or "vitrine:<artifactId>" for what Vitrine itself
	// stores.
	Key  string
	Host string // the machine that holds the file; empty is the local one
	Path string // absolute where it could be made so
	Name string // the last segment of the path, or the title that a store gave
	Kind DeliverableKind
	By   Actor // who changed it last
	// Writes counts whole-file writes by agents. Every other change of the file is an edit of the actor who made it.
	Writes     int
	AgentEdits int
	UserEdits  int
	LastOp     DeliverableOp
	FirstAt    time.Time
	LastAt     time.Time
	// LastCallID and FirstCallID break ties between changes at the same time, so that the order of arrival does not
	// matter.
	LastCallID  string
	FirstOp     DeliverableOp `gorm:"column:birth_op"`
	FirstCallID string        `gorm:"column:birth_call_id"`
	// Bytes is the last known size, as reported by the call BytesCallID at BytesAt; nil when unknown.
	Bytes       *int64
	BytesAt     time.Time
	BytesCallID string
	URL         *string `gorm:"column:url"`
	// State is the last state that a store reported, or DELETED; nil for a plain file.
	State    *DeliverableState
	Via      *Via       `gorm:"serializer:json"`
	HandedTo []Receiver `gorm:"serializer:json"`
	// ArtifactID is the artifact that holds its observed content; nil when there is none.
	ArtifactID *string
	// CardKey is the key it was created with: its card keeps its id when the file moves.
	CardKey string
	// ReportedAt is the time of the newest report about it. An older report that arrives later only fills what is unknown.
	ReportedAt time.Time `gorm:"column:told_at"`
	// Page is the published page, Service the listening job that the row is; nil for the rest.
	Page    *Page    `gorm:"serializer:json"`
	Service *Service `gorm:"serializer:json"`
	// Evicted marks a row outside the budgets: stored with its history, not listed.
	Evicted bool
	// JustCreated is set when the row comes with the event of its creation, not when it is merely read.
	JustCreated bool `gorm:"-"`
}

// TableName names the table.
func (Deliverable) TableName() string { return "deliverables" }

// Edits counts every change that was not a whole write by an agent.
func (d *Deliverable) Edits() int { return d.AgentEdits + d.UserEdits }

// Deleted reports whether the row is a tombstone.
func (d *Deliverable) Deleted() bool { return d.State != nil && *d.State == StateDeleted }

// Listed reports whether the row is part of the list: not a tombstone and inside the budgets.
func (d *Deliverable) Listed() bool { return !d.Deleted() && !d.Evicted }

// Via is the helper that made a deliverable for the conversation's own agent.
type Via struct {
	Kind string `json:"kind"` // "subagent" or "handover"
	Name string `json:"name"`
	// ConversationID is the helper's own conversation, of a hand-over.
	ConversationID string    `json:"conversationId,omitempty"`
	At             time.Time `json:"at,omitzero"`
}

// Receiver is a conversation that a deliverable was handed to.
type Receiver struct {
	ConversationID string    `json:"conversationId"`
	Name           string    `json:"name"`
	At             time.Time `json:"at"`
}

// Page is a page that a front end serves: published from a file of the conversation, or only shown in its text.
type Page struct {
	ID     string `json:"id"`               // the front end's id of the page
	Title  string `json:"title,omitempty"`  // what the page is called; its row keeps the name of the file
	Public bool   `json:"public,omitempty"` // whether anybody may visit it
	// Presented marks a page that was published elsewhere and linked in this conversation's text.
	Presented bool   `json:"presented,omitempty"`
	Origin    string `json:"origin,omitempty"` // of a presented link: scheme and host, empty when it was relative
	// Publisher, PublisherID and Gone are looked up at each read, for a presented page: the title and the id of the
	// conversation that published it, and whether it is no longer served.
	Publisher   string `json:"-"`
	PublisherID string `json:"-"`
	Gone        bool   `json:"-"`
}

// Service is a program that listens on a port.
type Service struct {
	JobID string      `json:"jobId"` // the job engine's id of the program
	Port  int         `json:"port"`
	Via   ServiceLink `json:"via"` // how its URL reaches it
	// LocalURL is its address on its own machine; Target is what a proxied URL leads to.
	LocalURL string `json:"localUrl"`
	Target   string `json:"target,omitempty"`
	// ForwardID and PublishedBy name the forward of its port, if there is one.
	ForwardID   string    `json:"forwardId,omitempty"`
	PublishedBy string    `json:"publishedBy,omitempty"`
	Since       time.Time `json:"since"`              // when it was started
	StoppedAt   time.Time `json:"stoppedAt,omitzero"` // zero while it runs
}

// DeliverableChange is one entry of a deliverable's history, with the receipt of the record that it was read from.
type DeliverableChange struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	DeliverableID  string
	// Key is the row's key at the time; a move changes it later.
	Key    string
	At     time.Time
	Actor  Actor
	Op     DeliverableOp
	CallID string
	// FromPath is the former path, of a move.
	FromPath string
	Bytes    *int64
	// Added and Removed count lines; nil when unknown.
	Added   *int
	Removed *int
	// Source and Position identify where the record was read, RecordHash is its sha256; empty for changes through the
	// API.
	Source     string
	Position   string
	RecordHash []byte
	// RecordOffset is where the record begins in the source, in bytes; nil when unknown.
	RecordOffset *int64
}

// TableName names the table.
func (DeliverableChange) TableName() string { return "deliverable_changes" }

// DeliverableCall is one write of a call that still waits for its result, or a result that came before its call (then
// without a path).
type DeliverableCall struct {
	ConversationID string `gorm:"primaryKey"`
	CallID         string `gorm:"primaryKey"`
	Ordinal        int    `gorm:"primaryKey;autoIncrement:false"`
	// Key is the row that the write would change; empty for a result that waits.
	Key string
	// Write is the harness's write as JSON text; bytes, because recorded text may hold what a text column rejects.
	Write []byte
	// Host and At are the machine of the feed and the time of arrival, for a write without a time of its own.
	Host         string
	At           time.Time
	Source       string
	Position     string
	RecordHash   []byte
	RecordOffset *int64
}

// TableName names the table.
func (DeliverableCall) TableName() string { return "deliverable_calls" }

// DeliverableFeed records that a batch of a source was processed, and its result.
type DeliverableFeed struct {
	ConversationID string `gorm:"primaryKey"`
	Source         string `gorm:"primaryKey"`
	// Position is the position of the batch, in the format of the feed.
	Position  string `gorm:"primaryKey"`
	Applied   int
	CreatedAt time.Time
}

// TableName names the table.
func (DeliverableFeed) TableName() string { return "deliverable_feeds" }

// Note is one line for the agent's next turn about a user's save.
type Note struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	Text           string
	CreatedAt      time.Time
	// TakenBy is the key of the request that took the note; nil while it waits.
	TakenBy *string
}

// TableName names the table.
func (Note) TableName() string { return "deliverable_notes" }

// NoteTake records that notes were taken with a key, so that the same key returns the same notes.
type NoteTake struct {
	ConversationID string `gorm:"primaryKey"`
	Key            string `gorm:"primaryKey"`
	CreatedAt      time.Time
}

// TableName names the table.
func (NoteTake) TableName() string { return "deliverable_note_takes" }

// DeliverableDraft is observed content that is to become a version. It is written with the row, so that it survives a
// crash, and deleted with the version's creation.
type DeliverableDraft struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	DeliverableID  string
	// Write is the harness's write as JSON text.
	Write     []byte
	MadeBy    string
	CreatedAt time.Time
}

// TableName names the table.
func (DeliverableDraft) TableName() string { return "deliverable_drafts" }
