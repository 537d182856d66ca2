// Package metasync plans pushes of declared metadata from a folder in git to the server: all or nothing, with a
// readable plan.
//
// It is pure. It reads records as they are sent, resolves their look-ups (records of the same push first), compares
// them with what is stored and returns a plan. Package push below it loads and applies on the server; package folder
// reads and writes the files, and package remote asks a server, both for the command. `vitrine sync validate` calls
// Check.
//
// A record is identified by its primary key, else by its name (case ignored), else by the name under which the same
// source pushed it last. A record that a push leaves out stays, unless the push prunes what its own source pushed
// before. SystemSupplied belongs to the types that ship with Vitrine: another push may carry the field, as the
// reference's folders do, and the server keeps its own value.
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
	Source           string        // who pushes; conflicts are found against its last push
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

// Conflict is a field that somebody changed since the last push of this source. A record that somebody deleted
// meanwhile conflicts in its name.
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

// Declared returns the noun that the row shows.
func (r Row) Declared() models.Declared { return r.declared }

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

// ShippedSource is the source under which the server pushes the types that ship with it; nobody else may use it.
const ShippedSource = "vitrine:shipped"
