package harness

import "vitrine/models"

// geminiCall is one call of a tool: in a message, or in two lines of the stream, which use other member names.
type geminiCall struct {
	id, name, status, timestamp string
	args                        geminiArgs
	display                     geminiDisplay
}

// geminiArgs is the union of the arguments of the tools that write.
type geminiArgs struct {
	path     string
	content  *string
	old, new *string
	all      bool
}

// geminiDisplay is what the client displays for a finished call: the texts before and after it.
type geminiDisplay struct {
	before, after *string
	isNew         bool
	known         bool
}

// maxShown bounds the texts that are read from a display, in bytes: recordings truncate longer ones.
const maxShown = 40_000

// whole reports whether a display contains the complete texts of the file.
func (d *geminiDisplay) whole() bool {
	return d.known && d.after != nil && len(*d.after) < maxShown && (d.before == nil || len(*d.before) < maxShown)
}

// geminiStatus maps the final states of a call; every other state is pending.
var geminiStatus = map[string]Outcome{"success": Done, "error": Failed, "cancelled": Failed}

// geminiTools are the tools that write.
var geminiTools = map[string]models.DeliverableOp{"write_file": models.OpWrite, "replace": models.OpEdit}

func (c *geminiCall) member(s *scan, key []byte) {
	switch string(key) {
	case "id", "tool_id":
		c.id = s.str()
	case "name", "tool_name":
		c.name = s.str()
	case "status":
		c.status = s.str()
	case "timestamp":
		c.timestamp = s.str()
	case "args", "parameters":
		s.object(func(key []byte) { c.args.member(s, key) })
	case "resultDisplay":
		s.object(func(key []byte) { c.display.member(s, key) })
	}
}

func (a *geminiArgs) member(s *scan, key []byte) {
	switch string(key) {
	case "file_path":
		a.path = s.str()
	case "content":
		a.content = s.optional()
	case "old_string":
		a.old = s.optional()
	case "new_string":
		a.new = s.optional()
	case "allow_multiple":
		a.all = s.flag()
	}
}

func (d *geminiDisplay) member(s *scan, key []byte) {
	switch string(key) {
	case "filePath":
		d.known = s.str() != ""
	case "originalContent":
		d.before = s.optional()
	case "newContent":
		d.after = s.optional()
	case "isNewFile":
		d.isNew = s.flag()
	}
}

// write returns the write of a call, or only the outcome where the record names no tool; false when there is neither.
func (c *geminiCall) write() (Write, bool) {
	outcome, ended := geminiStatus[c.status]
	if !ended {
		outcome = Pending
	}
	op, known := geminiTools[c.name]
	w := Write{CallID: c.id, Outcome: outcome, At: parseTime(c.timestamp)}
	switch {
	case c.name == "" || known && outcome == Failed:
		return w, ended && c.id != ""
	case !known || c.args.path == "":
		return Write{}, false
	}
	w.Path, w.Op, w.Whole = c.args.path, op, outcome == Done
	c.fill(&w)
	return w, true
}

// fill adds the text of the call's arguments, or the complete text that the client displayed for a replacement.
func (c *geminiCall) fill(w *Write) {
	switch {
	case w.Op == models.OpWrite:
		w.Content = c.args.content
	case c.display.whole():
		w.Content, w.Before = c.display.after, c.display.before
	case c.args.old != nil && c.args.new != nil:
		w.Edits = []Edit{{Old: *c.args.old, New: *c.args.new, ReplaceAll: c.args.all}}
	}
	if c.display.isNew || c.args.old != nil && *c.args.old == "" {
		w.Op = models.OpWrite // replacing an empty text creates a file
	}
	if w.Content != nil {
		w.Bytes = size(*w.Content)
	}
}
