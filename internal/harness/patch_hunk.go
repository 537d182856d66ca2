package harness

import (
	"strings"

	"vitrine/models"
)

// patchHunk is a hunk whose lines are still coming.
type patchHunk struct {
	Hunk
	old, new []string
	removed  int
	added    int
	last     string // the sign of the last line
}

// take adds a line to a hunk: removed, added, or there before and after.
func (h *patchHunk) take(line string) {
	if line == "" { // an empty line that was there before, without its blank
		line = " "
	}
	h.last = line[:1]
	switch line[0] {
	case ' ':
		h.old, h.new = append(h.old, line[1:]), append(h.new, line[1:])
	case '-':
		h.old = append(h.old, line[1:])
		h.removed++
	case '+':
		h.new = append(h.new, line[1:])
		h.added++
	}
}

func (h *patchHunk) edit() Edit {
	place := h.Hunk
	return Edit{Old: textOf(h.old), New: textOf(h.new), Hunk: &place}
}

// mergeWrite adds a section to those before it: of one path there is one write. A file that is edited twice has the edits
// of both; what follows on a whole text or on a deletion says itself what became of the file.
func mergeWrite(writes []Write, w Write) []Write {
	for i, earlier := range writes {
		switch {
		case earlier.Path != w.Path:
		case w.Op != models.OpEdit:
			writes[i] = w
			return writes
		case earlier.Op == models.OpWrite:
			writes[i].Content, writes[i].Bytes = nil, nil
			return writes
		default:
			writes[i] = appendHunks(earlier, w)
			return writes
		}
	}
	return append(writes, w)
}

// appendHunks lets a second run of hunks follow the first; it begins at the top of the changed file.
func appendHunks(a, b Write) Write {
	if len(b.Edits) > 0 && b.Edits[0].Hunk != nil {
		b.Edits[0].Hunk.Top = true
	}
	a.Edits = append(a.Edits, b.Edits...)
	if b.Added != nil {
		a.count(*b.Added, *b.Removed)
	}
	return a
}

// count adds lines to a write.
func (w *Write) count(added, removed int) {
	if w.Added != nil {
		added, removed = added+*w.Added, removed+*w.Removed
	}
	w.Added, w.Removed = &added, &removed
}

// textOf joins lines, each with its end.
func textOf(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
