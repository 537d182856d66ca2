package harness

import (
	"encoding/json"
	"math"
	"slices"

	"vitrine/models"
)

// Writes parses a record that is a JSON list of writes, which a reader has already returned elsewhere. It is false for
// anything else, and for a list with a write that no reader returns.
func Writes(record []byte) ([]Write, bool) {
	var writes []Write
	if json.Unmarshal(record, &writes) != nil || writes == nil || slices.ContainsFunc(writes, isInvalid) {
		return nil, false
	}
	return writes, true
}

// isInvalid reports whether no reader returns such a write.
func isInvalid(w Write) bool {
	switch w.Outcome {
	case Pending, Done, Failed:
	default:
		return true
	}
	return !isFileOp(w) || !isAbout(w) || w.Bytes != nil && *w.Bytes < 0 || !isCount(w.Added) || !isCount(w.Removed)
}

// isAbout reports whether a write has a path or a call, or only feed defaults. A move needs the path it came from.
func isAbout(w Write) bool {
	if w.FeedDefaults {
		return w.Path == "" && w.CallID == ""
	}
	return (w.Path != "" || w.CallID != "") && (w.Op != models.OpMove || w.From != "")
}

// isFileOp reports whether an operation is one that a reader returns: of a file, or PRESENT of a page. A write without
// a path has no operation.
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
