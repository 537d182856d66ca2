package harness

import (
	"strings"

	"vitrine/models"
)

// The lines that begin a section of a patch, and the markers inside one. The grammar is that of the apply_patch tool,
// which several harnesses share.
const (
	patchBegin  = "*** Begin Patch"
	patchEnd    = "*** End Patch"
	patchAdd    = "*** Add File: "
	patchUpdate = "*** Update File: "
	patchDelete = "*** Delete File: "
	patchMove   = "*** Move to: "
	patchEOF    = "*** End of File"
)

// patchOps maps the first lines of sections to operations.
var patchOps = []struct {
	mark string
	op   models.DeliverableOp
}{{patchAdd, models.OpWrite}, {patchUpdate, models.OpEdit}, {patchDelete, models.OpDelete}}

// patchReader reads a patch line by line.
type patchReader struct {
	writes []Write
	open   *Write // the section that the lines belong to
	lines  []string
	hunk   *patchHunk
}

// readPatch returns the writes of a patch in its order, one per file. Lines outside of sections are skipped: the
// envelope, and the here-document that it may be wrapped in.
func readPatch(text string) []Write {
	p := &patchReader{}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.TrimSpace(line) == patchEnd {
			break
		}
		p.line(line)
	}
	p.close()
	return p.writes
}

// line reads one line. The tool trims the first lines of sections, but inside an update an indented one is content.
func (p *patchReader) line(line string) {
	inUpdate := p.open != nil && (p.open.Op == models.OpEdit || p.open.Op == models.OpMove)
	head := line
	if !inUpdate {
		head = strings.TrimSpace(line)
	}
	for _, o := range patchOps {
		if path, ok := strings.CutPrefix(head, o.mark); ok {
			p.section(strings.TrimSpace(path), o.op)
			return
		}
	}
	switch {
	case inUpdate:
		p.update(line)
	case p.open != nil && p.open.Op == models.OpWrite && strings.HasPrefix(line, "+"):
		p.lines = append(p.lines, line[1:])
	}
}

func (p *patchReader) section(path string, op models.DeliverableOp) {
	p.close()
	p.open, p.lines, p.hunk = &Write{Path: path, Op: op}, nil, nil
}

// update reads a line of an update: its new path, the head of a hunk, or a line of one.
func (p *patchReader) update(line string) {
	to, moved := strings.CutPrefix(line, patchMove)
	switch {
	case moved && p.open.Op == models.OpEdit:
		p.open.Op, p.open.From, p.open.Path = models.OpMove, p.open.Path, strings.TrimSpace(to)
	case line == patchEOF && p.hunk != nil:
		p.hunk.End = true
	case strings.HasPrefix(line, "@@"):
		p.head(strings.TrimSpace(strings.TrimPrefix(line, "@@")))
	default:
		if p.hunk == nil {
			p.hunk = &patchHunk{}
		}
		p.hunk.take(line)
	}
}

// head begins a hunk. Several heads in a row are lines to find one after the other.
func (p *patchReader) head(after string) {
	if p.hunk == nil || len(p.hunk.old)+len(p.hunk.new) > 0 {
		p.flush()
		p.hunk = &patchHunk{}
	}
	if after != "" {
		p.hunk.After = append(p.hunk.After, after)
	}
}

// flush adds the current hunk as an edit and counts its lines.
func (p *patchReader) flush() {
	if p.hunk == nil || len(p.hunk.old)+len(p.hunk.new) == 0 {
		return
	}
	p.open.Edits = append(p.open.Edits, p.hunk.edit())
	p.open.count(p.hunk.added, p.hunk.removed)
}

// close ends the current section and adds its write.
func (p *patchReader) close() {
	if p.open == nil || p.open.Path == "" {
		return
	}
	switch p.open.Op {
	case models.OpWrite:
		text := textOf(p.lines)
		p.open.Content, p.open.Bytes = &text, size(text)
		p.open.count(len(p.lines), 0)
	case models.OpEdit, models.OpMove:
		p.flush()
	}
	p.writes = mergeWrite(p.writes, *p.open)
}
