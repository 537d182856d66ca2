package harness

import (
	"time"

	"vitrine/models"
)

// Outcome says what is known of a call.
type Outcome string

// The outcomes. A write counts only when it is done.
const (
	Pending Outcome = "pending" // asked for, its result is not in this record
	Done    Outcome = "done"    // known to have happened
	Failed  Outcome = "failed"  // failed, declined or cancelled
)

// Write is one fact read from a record: a path was written, edited, deleted or moved, by which call, with which
// outcome. Without a path it reports the outcome of a call only, or what stands for other writes.
type Write struct {
	// Path is as the record spells it: maybe relative, maybe of another system.
	Path string               `json:"path,omitempty"`
	Op   models.DeliverableOp `json:"op,omitempty"` // WRITE, EDIT, DELETE or MOVE; PRESENT for a page that was linked in a text, From is its origin
	From string               `json:"from,omitempty"`
	// Bytes is the size of the file after the write, nil when the record does not tell.
	Bytes *int64 `json:"bytes,omitempty"`
	// Content is the whole text after the write, Before the whole text before it; nil when the record does not hold it.
	Content *string `json:"content,omitempty"`
	Before  *string `json:"before,omitempty"`
	// Edits lead from the text before to the text after; empty when the record does not hold them.
	Edits []Edit `json:"edits,omitempty"`
	// Added and Removed count lines, nil when the record does not tell.
	Added   *int `json:"added,omitempty"`
	Removed *int `json:"removed,omitempty"`
	// Whole says that the record alone reports the write, so that it counts although its call was never seen.
	Whole bool `json:"whole,omitempty"`
	// CallID joins a call with its result; empty when the harness gave none.
	CallID  string    `json:"callId,omitempty"`
	Outcome Outcome   `json:"outcome"`
	At      time.Time `json:"at,omitzero"`   // zero when the record has no time
	Cwd     string    `json:"cwd,omitempty"` // the record's own working directory
	// Helper names the subagent that wrote, by its name or by the call that started it; empty for the main agent.
	Helper string `json:"helper,omitempty"`
	// Starts marks a call that starts a helper and writes nothing itself: from now on the call's id stands for Helper's
	// name.
	Starts bool `json:"starts,omitempty"`
	// FeedDefaults marks what holds for all records of the same feed from here on and writes nothing itself: their working
	// directory, their helper, or both.
	FeedDefaults bool `json:"stands,omitempty"`
	// Script marks a write that was read out of a script which the call runs. A whole write of the same path that comes
	// while the call is open, under an id of its own, accounts for it.
	Script bool `json:"script,omitempty"`
	// Inner marks a file operation that a client carried out for a call. While a call on the same path is open, that call
	// accounts for it; on its own it counts like any other.
	Inner bool `json:"inner,omitempty"`
}

// Edit is one replacement of text, as the harness was asked for it.
type Edit struct {
	Old        string `json:"old"`
	New        string `json:"new"`
	ReplaceAll bool   `json:"replaceAll,omitempty"`
	Hunk       *Hunk  `json:"hunk,omitempty"` // of an edit that is a part of a patch, nil otherwise
}

// Hunk says where an edit of a patch belongs. Old and New are whole lines then. Hunks come in the order of the file:
// each belongs at or behind the end of the one before it.
type Hunk struct {
	// Line is the line at which Old begins in the text before the patch, from 1; without Old, the line behind which New
	// comes. 0 when the patch does not tell: then the first place where the lines of Old are.
	Line int `json:"line,omitempty"`
	// After are lines that come before it, one behind the other.
	After []string `json:"after,omitempty"`
	End   bool     `json:"end,omitempty"` // its last line is the file's last
	Top   bool     `json:"top,omitempty"` // the search begins at the top of the changed file again
}

// size returns the length of a text in bytes as the optional field of a write.
func size(text string) *int64 {
	n := int64(len(text))
	return &n
}
