package harness

import (
	"encoding/json"

	"vitrine/models"
)

// claudeBlock is one block of a message: a call of a tool or the result of one.
type claudeBlock struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	IsError   bool            `json:"is_error"`
}

// claudeInput is the union of the inputs of the tools that write and of those that start a helper.
type claudeInput struct {
	FilePath     string       `json:"file_path"`
	NotebookPath string       `json:"notebook_path"`
	Content      *string      `json:"content"`
	OldString    *string      `json:"old_string"`
	NewString    *string      `json:"new_string"`
	ReplaceAll   bool         `json:"replace_all"`
	Edits        []claudeEdit `json:"edits"`
	Description  string       `json:"description"`
	AgentType    string       `json:"subagent_type"`
}

// claudeEdit is one replacement inside a MultiEdit.
type claudeEdit struct {
	Old        string `json:"old_string"`
	New        string `json:"new_string"`
	ReplaceAll bool   `json:"replace_all"`
}

// claudeCall reads one call; tool names are exact.
func claudeCall(b claudeBlock) (Write, bool) {
	var in claudeInput
	if b.Type != "tool_use" || !parse(b.Input, &in) {
		return Write{}, false
	}
	w := Write{Path: first(in.FilePath, in.NotebookPath), Op: models.OpEdit, CallID: b.ID, Outcome: Pending}
	switch b.Name {
	case "Write":
		w.Op, w.Content = models.OpWrite, in.Content
		if in.Content != nil {
			w.Bytes = size(*in.Content)
		}
	case "Edit", "MultiEdit":
		w.Edits = in.replacements()
	case "NotebookEdit": // replaces one cell: the record does not hold the text around it
	case "Task", "Agent":
		return Write{CallID: b.ID, Outcome: Pending, Starts: true, Helper: first(in.Description, in.AgentType)}, b.ID != ""
	default:
		return Write{}, false
	}
	return w, w.Path != ""
}

func (in *claudeInput) replacements() []Edit {
	if in.OldString != nil && in.NewString != nil {
		return []Edit{{Old: *in.OldString, New: *in.NewString, ReplaceAll: in.ReplaceAll}}
	}
	return claudeEdits(in.Edits)
}

func claudeEdits(list []claudeEdit) []Edit {
	var edits []Edit
	for _, e := range list {
		edits = append(edits, Edit(e))
	}
	return edits
}
