package harness

import (
	"strings"
	"time"

	"vitrine/models"
)

// opencodeStatus maps the final states of a call; every other state is pending.
var opencodeStatus = map[string]Outcome{"completed": Done, "error": Failed}

// opencodeOps maps the tools that write to their operations; a patch names the operation of each file itself.
var opencodeOps = map[string]models.DeliverableOp{
	"write": models.OpWrite, "edit": models.OpEdit, "multiedit": models.OpEdit, "patch": "", "apply_patch": "",
}

// writes returns the writes of a call; only the outcome when it failed.
func (p *opencodePart) writes() []Write {
	op, known := opencodeOps[p.tool]
	if p.kind != "tool" || !known || p.callID == "" {
		return nil
	}
	outcome, ended := opencodeStatus[p.status]
	if !ended {
		outcome = Pending
	}
	if outcome == Failed {
		return []Write{{CallID: p.callID, Outcome: Failed, At: p.at()}}
	}
	writes := p.patched()
	if op != "" {
		writes = p.changed(op)
	}
	for i := range writes {
		writes[i].CallID, writes[i].Outcome, writes[i].Whole, writes[i].At = p.callID, outcome, outcome == Done, p.at()
	}
	return writes
}

// changed returns the write of a tool that changes one file.
func (p *opencodePart) changed(op models.DeliverableOp) []Write {
	w := Write{Path: p.in.path, Op: op}
	if w.Path == "" {
		return nil
	}
	switch {
	case op == models.OpWrite:
		w.Content = p.in.content
	case p.out.file.after != nil:
		w.Content, w.Before = p.out.file.after, p.out.file.before
	default:
		w.Edits = p.in.replacements()
	}
	if p.in.old != nil && *p.in.old == "" {
		w.Op = models.OpWrite // replacing an empty text creates a file
	}
	if w.Content != nil {
		w.Bytes = size(*w.Content)
	}
	return []Write{w}
}

// patched returns the writes of a patch: as the finished call reports them, else as the patch lists them.
func (p *opencodePart) patched() []Write {
	if len(p.out.files) == 0 {
		return readPatch(p.in.patch)
	}
	var writes []Write
	for _, f := range p.out.files {
		if w, ok := f.write(); ok {
			writes = mergeWrite(writes, w)
		}
	}
	return writes
}

func (f *opencodeFile) write() (Write, bool) {
	w := Write{Path: f.path, Op: codexOps[f.kind]}
	switch {
	case f.path == "":
		return w, false
	case f.to != "" && (f.kind == "move" || f.kind == "update"):
		w.Op, w.From, w.Path = models.OpMove, f.path, f.to
	case w.Op == "":
		return w, false
	}
	if w.Op != models.OpDelete && f.after != nil {
		w.Content, w.Before, w.Bytes = f.after, f.before, size(*f.after)
	}
	return w, true
}

// at returns when the call ended; zero while it runs.
func (p *opencodePart) at() time.Time {
	ms, err := time.ParseDuration(strings.TrimSpace(string(p.ended)) + "ms")
	if err != nil || ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(0).UTC().Add(ms)
}
