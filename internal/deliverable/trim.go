package deliverable

import (
	"strings"

	"vitrine/internal/harness"
)

// MaxText is the largest text of a recorded write, in bytes, that is stored.
const MaxText = 1 << 20

// Trim removes from a write the text that must not be stored: all of it unless keep is set, else each text above
// limit bytes. Sizes and line counts, which the ledger needs, are measured first.
func Trim(w harness.Write, keep bool, limit int) harness.Write {
	w.Added, w.Removed = linesOf(w)
	if !keep || length(w.Edits) > limit {
		w.Edits = nil
	}
	if w.Content != nil && (!keep || len(*w.Content) > limit) {
		w.Content = nil
	}
	if w.Before != nil && (!keep || len(*w.Before) > limit) {
		w.Before = nil
	}
	return w
}

func length(edits []harness.Edit) int {
	n := 0
	for _, e := range edits {
		n += len(e.Old) + len(e.New)
		if e.Hunk != nil {
			n += len(strings.Join(e.Hunk.After, "\n"))
		}
	}
	return n
}
