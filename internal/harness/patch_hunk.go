package harness

import (
	"strings"

	"vitrine/models"
)

// patchHunk is a hunk that is being read.
type patchHunk struct {
	Hunk
	old, new []string
	removed  int
	added    int
	last     string // the first character of the last line
}

// take adds a line to a hunk: removed, added or unchanged.
func (h *patchHunk) take(line string) {
	if line == "" { // an unchanged empty line without its leading space
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
	hunk := h.Hunk
	return Edit{Old: textOf(h.old), New: textOf(h.new), Hunk: &hunk}
}

// mergeWrite adds the write of a section to those before it, so that each path has one write. Two edits of a file are
// combined; an edit of a new file removes its content, which is then unknown; any other operation replaces the earlier.
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

// appendHunks appends the edits of b to those of a. The search for the first of them begins at the top of the changed
// file.
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

// count adds to the line counts of a write.
func (w *Write) count(added, removed int) {
	if w.Added != nil {
		added, removed = added+*w.Added, removed+*w.Removed
	}
	w.Added, w.Removed = &added, &removed
}

// textOf joins lines, each with a newline.
func textOf(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
