package remote

import (
	"encoding/json"
	"time"
)

// Result is the server's answer.
type Result struct {
	Plan     Plan  `json:"plan"`
	Applied  bool  `json:"applied"`
	Revision int64 `json:"revision"`
}

// Plan is what the push does.
type Plan struct {
	Creates   []Change   `json:"creates"`
	Updates   []Change   `json:"updates"`
	Deletes   []Change   `json:"deletes"`
	Unchanged []Change   `json:"unchanged"`
	Conflicts []Conflict `json:"conflicts"`
}

// Change is one record of a plan.
type Change struct {
	Collection string        `json:"collection"`
	Name       string        `json:"name"`
	ID         string        `json:"id,omitempty"`
	At         string        `json:"at,omitempty"` // path in the push
	Fields     []FieldChange `json:"fields,omitempty"`
}

// FieldChange is one field that changes.
type FieldChange struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Conflict is a field that somebody changed since the last push.
type Conflict struct {
	Collection string          `json:"collection"`
	Name       string          `json:"name"`
	At         string          `json:"at,omitempty"`
	Field      string          `json:"field"`
	Pushed     json.RawMessage `json:"pushed"`
	Present    json.RawMessage `json:"present"`
	Wanted     json.RawMessage `json:"wanted"`
	ChangedBy  string          `json:"changedBy"`
	ChangedAt  time.Time       `json:"changedAt"`
}

// changes counts the records that the plan changes.
func (p Plan) changes() int { return len(p.Creates) + len(p.Updates) + len(p.Deletes) }
