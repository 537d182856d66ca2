package harness

import "vitrine/models"

// codexOps maps the words of a change to what it does.
var codexOps = map[string]models.DeliverableOp{"add": models.OpWrite, "update": models.OpEdit, "delete": models.OpDelete}

// codexStatus maps the states of a change that end it; every other state is pending.
var codexStatus = map[string]Outcome{"completed": Done, "failed": Failed, "declined": Failed}

// codexChange is one entry of a list of changes: by its path in events, in a list elsewhere.
type codexChange struct {
	path, kind, to string
	word           bool // the kind is a word by itself
	content        *string
	diff           string
}

// event reads patch_apply_end, the one record that reports the outcome, the whole paths and the content of a patch at
// once.
func (r *codexRecord) event(it *codexItem) []Write {
	outcome, told := codexStatus[it.status]
	if !told {
		outcome = outcomeOf(string(it.success) != "true")
	}
	return r.changed(it, outcome)
}

// completed reads the file change that an event is about; other items are not ours.
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

// changed returns the writes of an event; one that failed, or names no file, reports the outcome only.
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

// codexChanges reads changes in either spelling: an object by path, or a list. Only events may say a kind in a word.
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
	case "kind": // a word, or an object that also reports the new place
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
