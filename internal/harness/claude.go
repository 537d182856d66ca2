package harness

import "encoding/json"

func init() { register(claude{}) }

// claude reads Claude Code: the session JSONL on disk and the stream-json of its standard output, main agent and subagents.
type claude struct{}

func (claude) Name() string { return "claude" }

func (claude) About() string {
	return "Reads the Write, Edit, MultiEdit and NotebookEdit calls of Claude Code and their results, from session files and stream-json."
}

// claudeRecord is one line of either form. The stream spells some fields in snake case and has neither time nor cwd.
type claudeRecord struct {
	Type       string          `json:"type"`
	Timestamp  string          `json:"timestamp"`
	Cwd        string          `json:"cwd"`
	Sidechain  bool            `json:"isSidechain"`
	AgentID    string          `json:"agentId"`
	AgentName  string          `json:"attributionAgent"`
	ParentCall string          `json:"parent_tool_use_id"`
	FileResult json.RawMessage `json:"toolUseResult"`
	LiveResult json.RawMessage `json:"tool_use_result"`
	Message    struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// Read takes calls from assistant records and outcomes from user records; everything else is passed over unparsed.
func (claude) Read(record []byte) []Write {
	if !hasAny(record, `"tool_result"`, `"Write"`, `"Edit"`, `"MultiEdit"`, `"NotebookEdit"`, `"Task"`, `"Agent"`) {
		return nil
	}
	var r claudeRecord
	var blocks []claudeBlock
	if !parse(record, &r) || !parse(r.Message.Content, &blocks) {
		return nil
	}
	switch r.Type {
	case "assistant":
		return r.calls(blocks)
	case "user":
		return r.results(blocks)
	}
	return nil
}

func (r *claudeRecord) calls(blocks []claudeBlock) []Write {
	var writes []Write
	for _, b := range blocks {
		if w, ok := claudeCall(b); ok {
			writes = append(writes, r.stamp(w))
		}
	}
	return writes
}

func (r *claudeRecord) results(blocks []claudeBlock) []Write {
	var writes []Write
	for _, b := range blocks {
		if b.Type == "tool_result" && b.ToolUseID != "" {
			writes = append(writes, r.stamp(Write{CallID: b.ToolUseID, Outcome: outcomeOf(b.IsError)}))
		}
	}
	// The structured result belongs to the record, so it can be given to a call only when the record answers just one.
	if len(writes) == 1 && writes[0].Outcome == Done {
		r.detail(&writes[0])
	}
	return writes
}

// stamp adds what the record says of all its blocks: when, where and by whom. The stream names a helper by the call that
// started it.
func (r *claudeRecord) stamp(w Write) Write {
	w.At, w.Cwd = instant(r.Timestamp), r.Cwd
	if w.Starts {
		return w
	}
	if r.Sidechain || r.ParentCall != "" {
		w.Helper = first(r.ParentCall, r.AgentName, r.AgentID, "subagent")
	}
	return w
}

func outcomeOf(isError bool) Outcome {
	if isError {
		return Failed
	}
	return Done
}
