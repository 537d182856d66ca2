// Package metasync pushes declared metadata from a folder in git to the server, all or nothing, with a readable plan.
//
// This package is the server's half: it reads records as they are sent, resolves their look-ups (records of the same push
// first), plans as a pure function and applies in one transaction. The command's half is the package folder, which reads the
// files. Resolvers call Service; `vitrine sync validate` calls Check; the server's start calls PushShipped.
//
// A record is known by its primary key, else by its name (case ignored), else by the name under which the same source pushed
// it last. Absence deletes nothing, unless the push prunes what its own source pushed before. SystemSupplied belongs to the types that ship with Vitrine: any other push may carry the
// field, as the reference's folders do, and it is left as it is on the server.
package metasync

import (
	"time"

	"vitrine/models"
)

// Push is what a caller wants applied.
type Push struct {
	Records          []models.JSON // each one Record
	ExpectedRevision *int64        // the metadata revision the caller planned against; nil does not ask
	DryRun           bool          // plans only
	Force            bool          // overwrites what somebody changed since the last push
	Source           string        // who pushes; conflicts are told from its last push
	Prune            bool          // deletes what the same source pushed before and does not mention any more
	PruneLimit       int           // how many records that may be; more refuse the push
}

// Outcome is what a push came to.
type Outcome struct {
	Plan     Plan
	Applied  bool  // false after a dry run and when conflicts stopped the push
	Revision int64 // of all metadata: it grows with each change of a type, model, agent or project, pushed or not
}

// Plan is what a push does, record by record. With conflicts and without force it does nothing of it.
type Plan struct {
	Creates   []Change
	Updates   []Change
	Deletes   []Change
	Unchanged []Change
	Conflicts []Conflict
}

// Change is one record of a plan.
type Change struct {
	Collection string
	Name       string
	ID         string // empty before it is made
	At         string // where the record stands in the push; empty for one that is pruned
	Fields     []FieldChange
}

// FieldChange is one field that changes; null stands for what is not there.
type FieldChange struct {
	Field         string // in the API's spelling
	Before, After models.JSON
}

// Conflict is a field that somebody changed since the last push of this source. A record that somebody deleted meanwhile
// conflicts in its name.
type Conflict struct {
	Collection, Name, Field string
	At                      string // as in Change
	Pushed, Present, Wanted models.JSON
	ChangedBy               string // from the audit log; empty when it does not tell
	ChangedAt               time.Time

	recordID string    // of the row that somebody changed
	wantedID string    // of the row that the push wants: another one when the first is gone
	since    time.Time // of the last push
}

// Row is one declared record: its identity and its fields in canonical JSON.
type Row struct {
	Collection string
	ID         string
	Name       string
	Revision   int
	Fields     map[string]models.JSON // by the API's spelling

	declared models.Declared // the row itself
}

// Wanted is one pushed record with its references resolved; its fields are those that the record mentions.
type Wanted struct {
	Row
	Delete bool
	at     string // where the record stands in the push
	index  int    // of its outermost record
}

// Pushed is what a source pushed last of one record.
type Pushed struct {
	Collection string
	RecordID   string
	Fields     map[string]models.JSON `gorm:"serializer:json"`
	At         time.Time
}
