package deliverable

import (
	"strings"

	"vitrine/internal/harness"
)

// LineDelta counts the lines that were added and removed between two texts, whatever their order. A final newline
// counts as one empty line.
func LineDelta(before, after string) (added, removed int) {
	left := map[string]int{}
	for line := range strings.SplitSeq(before, "\n") {
		left[line]++
	}
	for line := range strings.SplitSeq(after, "\n") {
		if left[line] > 0 {
			left[line]--
			continue
		}
		added++
	}
	for _, n := range left {
		removed += n
	}
	return added, removed
}

// linesOf returns the line counts of a write: those of the record, else counted from its texts, else nil.
func linesOf(w harness.Write) (added, removed *int) {
	switch {
	case w.Added != nil || w.Removed != nil:
		return w.Added, w.Removed
	case w.Content != nil && w.Before != nil:
		a, r := LineDelta(*w.Before, *w.Content)
		return &a, &r
	case len(w.Edits) == 0:
		return nil, nil
	}
	a, r := 0, 0
	for _, e := range w.Edits {
		da, dr := LineDelta(e.Old, e.New)
		a, r = a+da, r+dr
	}
	return &a, &r
}
