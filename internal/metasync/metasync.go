// Package metasync plans pushes of declared metadata from a folder in git to the server: all or nothing, with a
// readable plan.
//
// It is pure. It reads records, resolves their look-ups (records of the same push first), compares them with what is
// stored and returns a plan. Package push loads and applies on the server; package folder reads and writes the files,
// and package remote is the client of a server, both for the command. `vitrine sync validate` calls Check.
//
// A record is identified by its primary key, else by its name (case ignored), else by the name under which the same
// source pushed it last. A record that a push leaves out stays, unless the push prunes what its own source pushed
// before. SystemSupplied is for the types that ship with Vitrine: another push may contain the field, as the
// reference's folders do, and the server keeps its own value.
package metasync

import (
	"time"

	"vitrine/models"
)

// Push is what a caller wants applied.
type Push struct {
	Records          []models.JSON // each one Record
	ExpectedRevision *int64        // the metadata revision the caller planned against; nil skips the check
	DryRun           bool          // plans only
	Force            bool          // overwrites changes made since the last push
	Source           string        // who pushes; conflicts are changes since its last push
	Prune            bool          // deletes records that the same source pushed before and no longer contains
	PruneLimit       int           // the maximum of such records; more are an error
}

// Outcome is the result of a push.
type Outcome struct {
	Plan     Plan
	Applied  bool  // false after a dry run and when conflicts stopped the push
	Revision int64 // of all metadata: it grows with each change of a type, model, agent or project, pushed or not
}

// Plan is what a push does, record by record. With conflicts and without force nothing is applied.
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
	ID         string // empty before it is created
	At         string // path of the record in the push; empty for a pruned one
	Fields     []FieldChange
}

// FieldChange is one field that changes; null is a missing value.
type FieldChange struct {
	Field         string // in the API's spelling
	Before, After models.JSON
}

// Conflict is a field that somebody changed since the last push of this source. For a record that somebody deleted it
// is the name.
type Conflict struct {
	Collection, Name, Field string
	At                      string // as in Change
	Pushed, Present, Wanted models.JSON
	ChangedBy               string // from the audit log; empty when it has no line
	ChangedAt               time.Time

	recordID string    // of the row that somebody changed
	wantedID string    // of the row that the push wants: another one when the first was deleted
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

// Declared returns the row's model.
func (r Row) Declared() models.Declared { return r.declared }

// Wanted is one pushed record with its references resolved; its fields are those that the record mentions.
type Wanted struct {
	Row
	Delete bool
	at     string // path of the record in the push
	index  int    // of its outermost record
}

// Pushed is what a source pushed last of one record.
type Pushed struct {
	Collection string
	RecordID   string
	Fields     map[string]models.JSON `gorm:"serializer:json"`
	At         time.Time
}

// ShippedSource is the source under which the server pushes the types that ship with it; nobody else may use it.
const ShippedSource = "vitrine:shipped"
