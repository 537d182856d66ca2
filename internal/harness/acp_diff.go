package harness

import (
	"encoding/json"

	"vitrine/models"
)

// acpDiff is one entry of a call's content: version 1 names one path, version 2 lists changes.
type acpDiff struct {
	Type    string      `json:"type"`
	Path    string      `json:"path"`
	OldText *string     `json:"oldText"`
	NewText *string     `json:"newText"`
	Changes []acpChange `json:"changes"`
	Meta    struct {
		Kind string `json:"kind"`
	} `json:"_meta"`
}

type acpChange struct {
	Operation string `json:"operation"`
	Path      string `json:"path"`
	OldPath   string `json:"oldPath"`
}

// acpOps maps the values of _meta.kind and of version 2; a copy creates a new file.
var acpOps = map[string]models.DeliverableOp{
	"add": models.OpWrite, "copy": models.OpWrite, "modify": models.OpEdit, "update": models.OpEdit,
	"delete": models.OpDelete, "move": models.OpMove,
}

// acpDiffs reads the diffs of a call. Several diffs of one file become one write.
func acpDiffs(content json.RawMessage, callID string, outcome Outcome) []Write {
	var diffs []acpDiff
	if !parse(content, &diffs) {
		return nil
	}
	var writes []Write
	for _, d := range diffs {
		for _, w := range d.writes() {
			w.CallID, w.Outcome, w.Whole = callID, outcome, true
			writes = join(writes, w)
		}
	}
	return writes
}

func (d *acpDiff) writes() []Write {
	if d.Type != "diff" {
		return nil
	}
	if d.Path != "" && d.NewText != nil {
		return []Write{d.text()}
	}
	var writes []Write
	for _, c := range d.Changes {
		if op, ok := acpOps[c.Operation]; ok && c.Path != "" && (op != models.OpMove || c.OldPath != "") {
			writes = append(writes, c.write(op))
		}
	}
	return writes
}

// text reads a diff of version 1. Without old text, or with an empty one, the file is new unless the adapter says
// otherwise.
func (d *acpDiff) text() Write {
	op, known := acpOps[d.Meta.Kind]
	if !known || op == models.OpMove {
		op = models.OpEdit
		if d.OldText == nil || *d.OldText == "" {
			op = models.OpWrite
		}
	}
	w := Write{Path: d.Path, Op: op}
	switch {
	case op == models.OpWrite:
		w.Content, w.Bytes = d.NewText, size(*d.NewText)
	case op == models.OpEdit && d.OldText != nil:
		w.Edits, w.Bytes = []Edit{{Old: *d.OldText, New: *d.NewText}}, size(*d.NewText)
	}
	return w
}

func (c *acpChange) write(op models.DeliverableOp) Write {
	w := Write{Path: c.Path, Op: op}
	if op == models.OpMove {
		w.From = c.OldPath
	}
	return w
}

// join adds a write to those of the same call: a second diff of the same path becomes one more edit of it.
func join(writes []Write, w Write) []Write {
	for i := range writes {
		if writes[i].Path == w.Path {
			writes[i] = mergeHunks(writes[i], w)
			return writes
		}
	}
	return append(writes, w)
}

// mergeHunks makes one edit of two diffs of the same file. Neither diff is the whole text, so the size is unknown.
func mergeHunks(a, b Write) Write {
	a.Edits = append(asEdits(a), asEdits(b)...)
	a.Op, a.Content, a.Bytes = models.OpEdit, nil, nil
	return a
}

func asEdits(w Write) []Edit {
	if w.Content != nil {
		return []Edit{{New: *w.Content}}
	}
	return w.Edits
}
