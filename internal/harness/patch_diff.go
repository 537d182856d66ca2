package harness

import (
	"regexp"
	"strconv"
	"strings"
)

// hunkHead matches the first line of a hunk of a unified diff; its first group is the line where the old lines begin.
var hunkHead = regexp.MustCompile(`^@@ -(\d{1,9})(?:,\d+)? \+\d+(?:,\d+)? @@`)

// noNewline begins the line that says that the line before it has no newline.
const noNewline = `\`

// readDiff adds the edits of a unified diff to the write of its file and counts their lines. Text that is not a diff
// adds nothing.
func readDiff(w *Write, diff string) {
	var hunk *patchHunk
	bare := ""
	flush := func() {
		if hunk != nil && len(hunk.old)+len(hunk.new) > 0 {
			w.Edits = append(w.Edits, trimEnds(hunk.edit(), bare))
			w.count(hunk.added, hunk.removed)
		}
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(diff, "\n"), "\n") {
		head := hunkHead.FindStringSubmatch(line)
		switch {
		case head != nil:
			flush()
			n, _ := strconv.Atoi(head[1])
			hunk, bare = &patchHunk{Hunk: Hunk{Line: n}}, ""
		case hunk != nil && strings.HasPrefix(line, noNewline):
			bare += hunk.last
		case hunk != nil:
			hunk.take(line)
		}
	}
	flush()
}

// trimEnds removes the last newline of the old text ("-"), of the new text ("+") or of both (" ").
func trimEnds(e Edit, sides string) Edit {
	if strings.ContainsAny(sides, "- ") {
		e.Old = strings.TrimSuffix(e.Old, "\n")
	}
	if strings.ContainsAny(sides, "+ ") {
		e.New = strings.TrimSuffix(e.New, "\n")
	}
	return e
}
