package harness

import "vitrine/models"

// codexOps maps the kinds of changes to operations.
var codexOps = map[string]models.DeliverableOp{"add": models.OpWrite, "update": models.OpEdit, "delete": models.OpDelete}

// codexStatus maps the final states of a change; every other state is pending.
var codexStatus = map[string]Outcome{"completed": Done, "failed": Failed, "declined": Failed}

// codexChange is one changed file: a member of an object keyed by path in events, an element of a list elsewhere.
type codexChange struct {
	path, kind, to string
	word           bool // the kind is a string, not an object
	content        *string
	diff           string
}

// event reads patch_apply_end, the only record with the outcome, the absolute paths and the content of a patch.
func (r *codexRecord) event(it *codexItem) []Write {
	outcome, known := codexStatus[it.status]
	if !known {
		outcome = outcomeOf(string(it.success) != "true")
	}
	return r.changed(it, outcome)
}

// completed reads the file change of an item event; other items are ignored.
func (r *codexRecord) completed(it *codexItem) []Write {
	if it.item == nil || it.item.kind != "FileChange" && it.item.kind != "file_change" {
		return nil
	}
	outcome, ended := codexStatus[it.item.status]
	if !ended {
		outcome = Pending
	}
	return r.changed(it.item, outcome)
}

// changed returns the writes of an event; only the outcome when it failed or names no file.
func (r *codexRecord) changed(it *codexItem, outcome Outcome) []Write {
	id := first(it.callID, it.id)
	writes := r.stamp(codexChanges(it.changes, true), id, outcome)
	if outcome == Failed || len(writes) == 0 && outcome == Done {
		return r.ended(id, outcome)
	}
	for i := range writes {
		writes[i].Whole = outcome == Done
	}
	return writes
}

// codexChanges reads changes in either form: an object keyed by path, or a list. words allows kinds that are strings,
// as events have them.
func codexChanges(raw []byte, words bool) []Write {
	var writes []Write
	s := &scan{text: raw}
	take := func(c *codexChange) {
		if w, ok := c.write(); ok && (words || !c.word) {
			writes = mergeWrite(writes, w)
		}
	}
	switch s.next() {
	case '{':
		s.object(func(key []byte) {
			c := &codexChange{path: unquote(append(append([]byte{'"'}, key...), '"'))}
			s.object(func(key []byte) { c.member(s, key) })
			take(c)
		})
	case '[':
		s.array(func() {
			c := &codexChange{}
			s.object(func(key []byte) { c.member(s, key) })
			take(c)
		})
	}
	return writes
}

func (c *codexChange) member(s *scan, key []byte) {
	switch string(key) {
	case "path":
		c.path = s.str()
	case "type":
		c.kind = s.str()
	case "kind": // a string, or an object that also has the new path
		if s.next() == '{' {
			s.object(func(key []byte) { c.member(s, key) })
			return
		}
		c.kind, c.word = s.str(), true
	case "move_path":
		c.to = s.str()
	case "content":
		c.content = s.optional()
	case "unified_diff", "diff":
		c.diff = s.str()
	}
}

func (c *codexChange) write() (Write, bool) {
	w := Write{Path: c.path, Op: codexOps[c.kind]}
	switch {
	case w.Path == "" || w.Op == "":
		return w, false
	case w.Op == models.OpWrite && c.content != nil:
		w.Content, w.Bytes = c.content, size(*c.content)
	case w.Op == models.OpEdit:
		readDiff(&w, c.diff)
	}
	if w.Op == models.OpEdit && c.to != "" && c.to != c.path {
		w.Op, w.From, w.Path = models.OpMove, c.path, c.to
	}
	return w, true
}
