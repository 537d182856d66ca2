package observation

import (
	"slices"
	"sort"
	"strings"

	"vitrine/internal/harness"
)

// maxHunks bounds the hunks of a patch that are applied; one with more does not apply.
const maxHunks = 1000

// maxWork bounds the bytes that are read to apply the edits of one write: several times what a long patch of a long
// file takes. Edits that take more do not apply.
const maxWork = 128 << 20

// Splitting a byte of text into lines, and replacing one place, take longer than reading a byte.
const (
	workOfLines = 4
	workOfPlace = 8
)

// work is what is left of maxWork.
type work int

// spend subtracts some bytes of work and reports whether there were as many.
func (w *work) spend(n int) bool {
	*w -= work(n)
	return *w >= 0
}

// patched applies the hunks of a patch, each at or after the end of the previous one. If one hunk is not found, none
// is applied.
func patched(content string, edits []harness.Edit, left *work) (string, bool) {
	if len(edits) > maxHunks || slices.ContainsFunc(edits, func(e harness.Edit) bool { return e.Hunk == nil }) {
		return "", false
	}
	for len(edits) > 0 {
		run := 1
		for run < len(edits) && !edits[run].Hunk.Top {
			run++
		}
		changed, ok := indexLines(content, left).patch(edits[:run])
		if !ok || len(changed) > maxCapture || !left.spend(len(content)) {
			return "", false
		}
		content, edits = changed, edits[run:]
	}
	return content, true
}

// lineIndex is a text by lines, with three readings of them to search in: as they are, without trailing white space,
// and without surrounding white space. A patch is written by a model, and the tool that applies it is as lenient.
type lineIndex struct {
	lines    []string
	readings [3]reading
	left     *work
}

// reading is a text with a newline before each line and after the last, and the offset of each line.
type reading struct {
	of     func(string) string
	text   string
	starts []int
}

func indexLines(content string, left *work) *lineIndex {
	return &lineIndex{lines: linesOf(content), left: left, readings: [3]reading{
		{of: func(line string) string { return strings.TrimRight(line, "\r\n") }},
		{of: func(line string) string { return strings.TrimRight(line, " \t\r\n") }},
		{of: strings.TrimSpace},
	}}
}

// linesOf splits a text into lines with their ends.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (s *lineIndex) patch(edits []harness.Edit) (string, bool) {
	var out strings.Builder
	at := 0
	write := func(lines ...string) {
		for _, line := range lines {
			if n := out.Len(); n > 0 && out.String()[n-1] != '\n' {
				out.WriteByte('\n')
			}
			out.WriteString(line)
		}
	}
	for _, e := range edits {
		old := linesOf(e.Old)
		from, ok := s.place(e.Hunk, old, at)
		if !ok {
			return "", false
		}
		write(s.lines[at:from]...)
		write(linesOf(e.New)...)
		at = from + len(old)
	}
	write(s.lines[at:]...)
	return out.String(), true
}

// place finds the line where a hunk begins.
func (s *lineIndex) place(h *harness.Hunk, old []string, at int) (int, bool) {
	for _, line := range h.After {
		found, ok := s.find([]string{line}, at)
		if !ok {
			return 0, false
		}
		at = found + 1
	}
	switch {
	case h.Line > 0 && len(old) == 0:
		return h.Line, h.Line >= at && h.Line <= len(s.lines)
	case h.Line > 0:
		return h.Line - 1, h.Line > at && h.Line <= len(s.lines) && s.matchesAt(old, h.Line-1)
	case len(old) == 0: // the tool adds at the end, whatever the hunk says
		return len(s.lines), true
	case h.End && len(s.lines)-len(old) >= at:
		if found, ok := s.find(old, len(s.lines)-len(old)); ok {
			return found, true
		}
	}
	return s.find(old, at)
}

// find returns the first line, not before at, from which on the text reads like some lines.
func (s *lineIndex) find(old []string, at int) (int, bool) {
	for i := range s.readings {
		rest, wanted := s.read(&s.readings[i], at), s.readings[i].wanted(old)
		before, _, found := strings.Cut(rest, wanted)
		if !s.left.spend(len(before) + len(wanted)) {
			return 0, false
		}
		if found {
			starts := s.readings[i].starts
			return sort.SearchInts(starts, starts[at]+len(before)), true
		}
	}
	return 0, false
}

// matchesAt reports whether the text reads like some lines from one line on.
func (s *lineIndex) matchesAt(old []string, at int) bool {
	for i := range s.readings {
		rest, wanted := s.read(&s.readings[i], at), s.readings[i].wanted(old)
		if !s.left.spend(len(wanted)) {
			return false
		}
		if strings.HasPrefix(rest, wanted) {
			return true
		}
	}
	return false
}

// read returns a reading from one line on; it is made when first needed.
func (s *lineIndex) read(r *reading, at int) string {
	if r.text == "" {
		r.read(s.lines)
		s.left.spend(workOfLines * len(r.text))
	}
	return r.text[r.starts[at]:]
}

// wanted formats lines the way the reading has them.
func (r *reading) wanted(lines []string) string {
	var wanted strings.Builder
	wanted.WriteByte('\n')
	for _, line := range lines {
		wanted.WriteString(r.of(line))
		wanted.WriteByte('\n')
	}
	return wanted.String()
}

func (r *reading) read(lines []string) {
	var text strings.Builder
	for _, line := range lines {
		r.starts = append(r.starts, text.Len())
		text.WriteString("\n" + r.of(line))
	}
	r.starts = append(r.starts, text.Len())
	text.WriteByte('\n')
	r.text = text.String()
}
