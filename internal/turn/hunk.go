package turn

import (
	"slices"
	"sort"
	"strings"

	"vitrine/internal/harness"
)

// maxHunks bounds the hunks of a patch that are applied; one with more does not apply.
const maxHunks = 1000

// patched applies the hunks of a patch, each at or behind the end of the one before it. A hunk that finds no place fails them
// all.
func patched(content string, edits []harness.Edit) (string, bool) {
	if len(edits) > maxHunks || slices.ContainsFunc(edits, func(e harness.Edit) bool { return e.Hunk == nil }) {
		return "", false
	}
	for len(edits) > 0 {
		run := 1
		for run < len(edits) && !edits[run].Hunk.Top {
			run++
		}
		changed, ok := sheetOf(content).patch(edits[:run])
		if !ok || len(changed) > maxCapture {
			return "", false
		}
		content, edits = changed, edits[run:]
	}
	return content, true
}

// sheet is a text by lines, with three readings of them to search in: as they are, without white space at the end, and without
// white space around them. A patch is written by a model, and the tool that applies it is as lenient.
type sheet struct {
	lines    []string
	readings [3]reading
}

// reading is a text with a newline before each line and behind the last, and where each line begins.
type reading struct {
	of     func(string) string
	text   string
	starts []int
}

func sheetOf(content string) *sheet {
	return &sheet{lines: linesOf(content), readings: [3]reading{
		{of: func(line string) string { return strings.TrimRight(line, "\r\n") }},
		{of: func(line string) string { return strings.TrimRight(line, " \t\r\n") }},
		{of: strings.TrimSpace},
	}}
}

// linesOf cuts a text into lines with their ends.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (s *sheet) patch(edits []harness.Edit) (string, bool) {
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

// place finds the line at which a hunk begins.
func (s *sheet) place(h *harness.Hunk, old []string, at int) (int, bool) {
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
		found, ok := s.find(old, max(at, min(h.Line-1, len(s.lines))))
		return found, ok && found == h.Line-1
	case len(old) == 0: // the tool adds at the end, whatever it was told to look for
		return len(s.lines), true
	case h.End && len(s.lines)-len(old) >= at:
		if found, ok := s.find(old, len(s.lines)-len(old)); ok {
			return found, true
		}
	}
	return s.find(old, at)
}

// find gives the first line, not before at, from which on the text reads like some lines.
func (s *sheet) find(old []string, at int) (int, bool) {
	for i := range s.readings {
		r := &s.readings[i]
		r.read(s.lines)
		var wanted strings.Builder
		wanted.WriteByte('\n')
		for _, line := range old {
			wanted.WriteString(r.of(line) + "\n")
		}
		if n := strings.Index(r.text[r.starts[at]:], wanted.String()); n >= 0 {
			return sort.SearchInts(r.starts, r.starts[at]+n), true
		}
	}
	return 0, false
}

func (r *reading) read(lines []string) {
	if r.text != "" {
		return
	}
	var text strings.Builder
	for _, line := range lines {
		r.starts = append(r.starts, text.Len())
		text.WriteString("\n" + r.of(line))
	}
	r.starts = append(r.starts, text.Len())
	text.WriteByte('\n')
	r.text = text.String()
}
