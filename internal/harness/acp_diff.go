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

// acpChange is one change of version 2.
type acpChange struct {
	Operation string `json:"operation"`
	Path      string `json:"path"`
	OldPath   string `json:"oldPath"`
}

// acpOps maps the words of _meta.kind and of version 2; a copy makes a new file.
var acpOps = map[string]models.DeliverableOp{
	"add": models.OpWrite, "copy": models.OpWrite, "modify": models.OpEdit, "update": models.OpEdit,
	"delete": models.OpDelete, "move": models.OpMove,
}

// acpDiffs reads the diffs of a call. Several hunks of one file are one edit of it.
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

// text reads a diff of version 1. No old text, or an empty one, is a new file unless the adapter says otherwise.
func (d *acpDiff) text() Write {
	op, told := acpOps[d.Meta.Kind]
	if !told || op == models.OpMove {
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

// join adds a write to those of the same call: a second hunk of the same path becomes one more edit of it.
func join(writes []Write, w Write) []Write {
	for i := range writes {
		if writes[i].Path == w.Path {
			writes[i] = mergeHunks(writes[i], w)
			return writes
		}
	}
	return append(writes, w)
}

// mergeHunks makes one edit of two diffs of the same file: neither alone is its whole text, so neither size is the file's.
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
