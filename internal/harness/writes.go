package harness

import (
	"encoding/json"
	"math"
	"slices"

	"vitrine/models"
)

// Writes reads a record that holds what a reader has found already elsewhere: a list of writes as JSON. It is false for
// anything else, and for a list with a write that no reader returns.
func Writes(record []byte) ([]Write, bool) {
	var writes []Write
	if json.Unmarshal(record, &writes) != nil || writes == nil || slices.ContainsFunc(writes, isInvalid) {
		return nil, false
	}
	return writes, true
}

// isInvalid reports whether a write is none that a reader returns.
func isInvalid(w Write) bool {
	switch w.Outcome {
	case Pending, Done, Failed:
	default:
		return true
	}
	return !isFileOp(w) || !isAbout(w) || w.Bytes != nil && *w.Bytes < 0 || !isCount(w.Added) || !isCount(w.Removed)
}

// isAbout reports whether a write is about something: a path, a call, or all records behind it. A move has a place it
// left.
func isAbout(w Write) bool {
	if w.FeedDefaults {
		return w.Path == "" && w.CallID == ""
	}
	return (w.Path != "" || w.CallID != "") && (w.Op != models.OpMove || w.From != "")
}

// isFileOp reports whether an operation is one that a reader returns: of a file, or of a page that was shown; without a
// path there is none.
func isFileOp(w Write) bool {
	switch w.Op {
	case models.OpWrite, models.OpEdit, models.OpDelete, models.OpMove:
		return true
	case models.OpPresent:
		return IsPagePath(w.Path) && w.CallID == ""
	}
	return w.Op == "" && w.Path == ""
}

func isCount(n *int) bool { return n == nil || *n >= 0 && *n <= math.MaxInt32 }
