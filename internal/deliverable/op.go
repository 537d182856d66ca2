package deliverable

import (
	"slices"
	"time"

	"vitrine/models"
)

// Op is one operation on a place: what the ledger folds.
type Op struct {
	Place
	// Key overrides the place's key, for things that Vitrine itself keeps.
	Key string
	Op  models.DeliverableOp
	// From is the former place, of a move.
	From   Place
	Actor  models.Actor
	At     time.Time // zero when nobody knows
	CallID string
	// Kind, Name, URL and State are what a store says; file operations carry none. An empty one says nothing.
	Kind  models.DeliverableKind
	Name  string
	URL   *string
	State models.DeliverableState
	// Page and Service say which page or service it is, nil for the rest.
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

// Skip says why an operation moved nothing; empty when it did.
type Skip string

// The reasons.
const (
	SkipNoPath Skip = "no-path" // it names no path
	SkipBadOp  Skip = "bad-op"  // it is not an operation
	SkipSeen   Skip = "seen"    // its call already moved this row
)

// Step is what one operation did.
type Step struct {
	Row     *models.Deliverable // the row it is about; nil when skipped for want of one
	Born    bool
	Skipped Skip
	// Gone is the row that a move onto an existing file left behind as a tombstone.
	Gone   *models.Deliverable
	Change *models.DeliverableChange
}

// isFile reports whether an operation changes the file itself; the rest come from stores and people.
func isFile(op models.DeliverableOp) bool {
	return op == models.OpWrite || op == models.OpEdit || op == models.OpDelete || op == models.OpMove
}

// RowKey returns the identity of the row that the operation moves.
func (o *Op) RowKey() string {
	if o.Key != "" {
		return o.Key
	}
	return o.Place.Key()
}

// refuse judges an operation before any row is looked at.
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
