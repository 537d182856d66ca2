package deliverable

import (
	"slices"
	"time"

	"vitrine/models"
)

// Op is one operation on a place: what the ledger folds.
type Op struct {
	Place
	// Key overrides the place's key, for what Vitrine itself stores.
	Key string
	Op  models.DeliverableOp
	// From is the former place, of a move.
	From   Place
	Actor  models.Actor
	At     time.Time // zero when unknown
	CallID string
	// Kind, Name, URL and State come from a store; file operations have none. An empty one changes nothing.
	Kind  models.DeliverableKind
	Name  string
	URL   *string
	State models.DeliverableState
	// Page and Service identify the page or service, nil for the rest.
	Page    *models.Page
	Service *models.Service
	// ArtifactID is the artifact that holds the content, when the operation itself stored it.
	ArtifactID string
	Via        *models.Via
	Bytes      *int64
	Added      *int
	Removed    *int
	Receipt    Receipt
}

// Skip is the reason why an operation changed nothing; empty when it did.
type Skip string

// The reasons.
const (
	SkipNoPath Skip = "no-path" // it names no path
	SkipBadOp  Skip = "bad-op"  // unknown operation
	SkipSeen   Skip = "seen"    // its call already changed this row
)

// Step is the result of one operation.
type Step struct {
	Row     *models.Deliverable // the row it is about; nil when there is none
	Created bool
	Skipped Skip
	// Replaced is the row that a move onto an existing file left behind as a tombstone.
	Replaced *models.Deliverable
	Change   *models.DeliverableChange
}

// isFile reports whether an operation changes the file itself; the others come from stores and people.
func isFile(op models.DeliverableOp) bool {
	return op == models.OpWrite || op == models.OpEdit || op == models.OpDelete || op == models.OpMove
}

// RowKey returns the identity of the row that the operation changes.
func (o *Op) RowKey() string {
	if o.Key != "" {
		return o.Key
	}
	return o.Place.Key()
}

// refuse returns why an operation cannot be applied, before any row is looked up.
func (o *Op) refuse() Skip {
	switch {
	case o.Key == "" && o.Path == "":
		return SkipNoPath
	case !slices.Contains(models.DeliverableOps, o.Op):
		return SkipBadOp
	case o.Op == models.OpMove && o.From.Path == "":
		return SkipNoPath
	}
	return ""
}
