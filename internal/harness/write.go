package harness

import (
	"time"

	"vitrine/models"
)

// Outcome is what a record says about the result of a call.
type Outcome string

// The outcomes. A write counts only when it is done.
const (
	Pending Outcome = "pending" // requested; its result is not in this record
	Done    Outcome = "done"    // known to have happened
	Failed  Outcome = "failed"  // failed, declined or cancelled
)

// Write is one fact read from a record: a path was written, edited, deleted or moved, by which call, with which
// outcome. Without a path it reports only the outcome of a call, or defaults for other writes.
type Write struct {
	// Path is as the record spells it: it may be relative, or of another operating system.
	Path string `json:"path,omitempty"`
	// Op is WRITE, EDIT, DELETE or MOVE; PRESENT for a page that a text links to, whose origin is in From.
	Op   models.DeliverableOp `json:"op,omitempty"`
	From string               `json:"from,omitempty"`
	// Bytes is the size of the file after the write, nil when the record does not contain it.
	Bytes *int64 `json:"bytes,omitempty"`
	// Content is the whole text after the write, Before the whole text before it; nil when the record lacks it.
	Content *string `json:"content,omitempty"`
	Before  *string `json:"before,omitempty"`
	// Edits turn the text before into the text after; empty when the record lacks them.
	Edits []Edit `json:"edits,omitempty"`
	// Added and Removed count lines, nil when the record does not contain them.
	Added   *int `json:"added,omitempty"`
	Removed *int `json:"removed,omitempty"`
	// Whole says that the record alone proves the write, so that it counts even if its call was never seen.
	Whole bool `json:"whole,omitempty"`
	// CallID joins a call with its result; empty when the call has no id.
	CallID  string    `json:"callId,omitempty"`
	Outcome Outcome   `json:"outcome"`
	At      time.Time `json:"at,omitzero"`   // zero when the record has no time
	Cwd     string    `json:"cwd,omitempty"` // the record's own working directory
	// Helper names the subagent that wrote, by its name or by the call that started it; empty for the main agent.
	Helper string `json:"helper,omitempty"`
	// Starts marks a call that starts a helper and writes nothing itself: in later records the call's id means the
	// helper named Helper.
	Starts bool `json:"starts,omitempty"`
	// FeedDefaults marks defaults for all later records of the same feed, not a write: their working directory, their
	// helper, or both.
	FeedDefaults bool `json:"stands,omitempty"`
	// Script marks a write that was read from a script that the call runs. It is not counted again when a whole write
	// of the same path arrives under another id while the call is open.
	Script bool `json:"script,omitempty"`
	// Inner marks a file operation that a client performed for a call. It is not counted again while a call on the same
	// path is open; otherwise it counts like any other.
	Inner bool `json:"inner,omitempty"`
}

// Edit is one replacement of text, as it was requested from the harness.
type Edit struct {
	Old        string `json:"old"`
	New        string `json:"new"`
	ReplaceAll bool   `json:"replaceAll,omitempty"`
	Hunk       *Hunk  `json:"hunk,omitempty"` // of an edit that is part of a patch, nil otherwise
}

// Hunk locates an edit of a patch, whose Old and New are whole lines. Hunks are in the order of the file: each begins
// at or after the end of the one before it.
type Hunk struct {
	// Line is the line at which Old begins in the text before the patch, from 1; without Old, the line after which New
	// is inserted. 0 when the patch has no line numbers: then the first occurrence of the lines of Old.
	Line int `json:"line,omitempty"`
	// After are lines that come before it, in this order.
	After []string `json:"after,omitempty"`
	End   bool     `json:"end,omitempty"` // its last line is the file's last
	Top   bool     `json:"top,omitempty"` // the search begins at the top of the changed file again
}

// size returns the length of a text in bytes as the optional field of a write.
func size(text string) *int64 {
	n := int64(len(text))
	return &n
}
