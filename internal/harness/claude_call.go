package harness

import (
	"encoding/json"

	"vitrine/models"
)

// claudeBlock is one block of a message: a call of a tool or the result of one.
type claudeBlock struct {
	kind      string
	id        string
	name      string
	input     []byte
	toolUseID string
	isError   bool
	text      string // of a text block, when it may contain links to pages
}

// block reads one block and appends it when it is a call, a result or a text; any other block is skipped.
func (r *claudeRecord) block(s *scan) {
	var b claudeBlock
	s.object(func(key []byte) {
		switch string(key) {
		case "type":
			b.kind = s.str()
		case "id":
			b.id = s.str()
		case "name":
			b.name = s.str()
		case "input":
			b.input = s.raw()
		case "tool_use_id":
			b.toolUseID = s.str()
		case "is_error":
			b.isError = s.flag()
		case "text":
			b.text = s.linkText()
		}
	})
	switch b.kind {
	case "tool_use", "tool_result":
		r.blocks = append(r.blocks, b)
	case "text":
		r.texts = append(r.texts, b.text)
	}
}

// claudeInput is the union of the inputs of the tools that write, of those that start a helper, and of the structured
// results, which use camel case for the same members.
type claudeInput struct {
	filePath, notebookPath string
	content                *string
	oldString, newString   *string
	replaceAll             bool
	edits                  []byte
	description, agentType string
}

func (in *claudeInput) member(s *scan, key []byte) {
	switch string(key) {
	case "file_path", "filePath":
		in.filePath = s.str()
	case "notebook_path":
		in.notebookPath = s.str()
	case "content":
		in.content = s.optional()
	case "old_string", "oldString":
		in.oldString = s.optional()
	case "new_string", "newString":
		in.newString = s.optional()
	case "replace_all", "replaceAll":
		in.replaceAll = s.flag()
	case "edits":
		in.edits = s.raw()
	case "description":
		in.description = s.str()
	case "subagent_type":
		in.agentType = s.str()
	}
}

// claudeTools are the tools that write or start a helper, by their exact names.
var claudeTools = map[string]models.DeliverableOp{
	"Write": models.OpWrite, "Edit": models.OpEdit, "MultiEdit": models.OpEdit, "NotebookEdit": models.OpEdit, "Task": "", "Agent": "",
}

// call returns the write of a call; false for a block that is not a call of a known tool.
func (b claudeBlock) call() (Write, bool) {
	op, known := claudeTools[b.name]
	var in claudeInput
	if b.kind != "tool_use" || !known || !walk(b.input, in.member) {
		return Write{}, false
	}
	w := Write{Path: first(in.filePath, in.notebookPath), Op: op, CallID: b.id, Outcome: Pending}
	switch b.name {
	case "Write":
		w.Content = in.content
		if in.content != nil {
			w.Bytes = size(*in.content)
		}
	case "Edit", "MultiEdit":
		w.Edits = in.replacements()
	case "NotebookEdit": // replaces one cell: the record does not contain the rest of the file
	default:
		return Write{CallID: b.id, Outcome: Pending, Starts: true, Helper: first(in.description, in.agentType)}, b.id != ""
	}
	return w, w.Path != ""
}

func (in *claudeInput) replacements() []Edit {
	if in.oldString != nil && in.newString != nil {
		return []Edit{{Old: *in.oldString, New: *in.newString, ReplaceAll: in.replaceAll}}
	}
	return claudeEdits(in.edits)
}

// claudeEdits reads the replacements of a MultiEdit.
func claudeEdits(raw []byte) []Edit {
	var list []struct {
		Old        string `json:"old_string"`
		New        string `json:"new_string"`
		ReplaceAll bool   `json:"replace_all"`
	}
	if len(raw) == 0 || !parse(json.RawMessage(raw), &list) {
		return nil
	}
	var edits []Edit
	for _, e := range list {
		edits = append(edits, Edit{Old: e.Old, New: e.New, ReplaceAll: e.ReplaceAll})
	}
	return edits
}
