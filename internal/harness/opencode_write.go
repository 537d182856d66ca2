package harness

import (
	"strings"
	"time"

	"vitrine/models"
)

// opencodeStatus maps the states of a call that end it; every other state is pending.
var opencodeStatus = map[string]Outcome{"completed": Done, "error": Failed}

// opencodeOps maps the tools that write to what they do; a patch reports it by itself.
var opencodeOps = map[string]models.DeliverableOp{
	"write": models.OpWrite, "edit": models.OpEdit, "multiedit": models.OpEdit, "patch": "", "apply_patch": "",
}

// writes returns what a call changed, in its state; a failed one reports the outcome only.
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
		w.Op = models.OpWrite // a replacement of nothing makes a file
	}
	if w.Content != nil {
		w.Bytes = size(*w.Content)
	}
	return []Write{w}
}

// mergeWrite returns the writes of a patch: as the finished call reports them, else as the patch does.
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

// at is when the call ended; zero while it runs.
func (p *opencodePart) at() time.Time {
	ms, err := time.ParseDuration(strings.TrimSpace(string(p.ended)) + "ms")
	if err != nil || ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(0).UTC().Add(ms)
}
