package harness

import (
	"encoding/json"
	"strings"
	"time"

	"vitrine/models"
)

func init() { register(acp{}) }

// acp reads the Agent Client Protocol, version 1 and the diffs of version 2: the messages between an editor and its
// agent.
type acp struct{ base }

func (acp) Name() string { return "acp" }

func (acp) About() string {
	return "Reads the diffs of tool calls and the fs/write_text_file requests of the Agent Client Protocol."
}

// acpMessage is a JSON-RPC message, or an update that a client has already unwrapped.
type acpMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Update  *acpUpdate `json:"update"`
		Path    string     `json:"path"`
		Content *string    `json:"content"`
	} `json:"params"`
	Update *acpUpdate      `json:"update"`
	Args   []acpArgs       `json:"args"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// acpArgs is the part of a message that an adapter's log stores.
type acpArgs struct {
	Update *acpUpdate `json:"update"`
}

// acpUpdate is the payload of session/update.
type acpUpdate struct {
	SessionUpdate string          `json:"sessionUpdate"`
	ToolCallID    string          `json:"toolCallId"`
	Status        string          `json:"status"`
	Content       json.RawMessage `json:"content"`
}

// Read reads tool calls and their updates, requests to write a file, and the responses to them.
func (acp) Read(record []byte) []Write {
	var m acpMessage
	if !hasAny(record, `"tool_call`, `"fs/write_text_file"`, `"result"`, `"error"`, string(linkMark)) || !parse(record, &m) {
		return nil
	}
	switch {
	case m.Params.Update != nil:
		return m.Params.Update.writes()
	case m.Update != nil:
		return m.Update.writes()
	case len(m.Args) > 0 && m.Args[0].Update != nil:
		return m.Args[0].Update.writes()
	case m.Method == "fs/write_text_file":
		return m.request()
	case m.Method == "" && len(m.ID) > 0:
		return m.answer()
	}
	return nil
}

// callID returns the call id of a client request. The prefix separates its ids from those of tool calls.
func (m *acpMessage) callID() string {
	var text string
	if json.Unmarshal(m.ID, &text) == nil {
		return "fs:" + text
	}
	return "fs:" + string(m.ID)
}

func (m *acpMessage) request() []Write {
	if m.Params.Path == "" || m.Params.Content == nil || len(m.ID) == 0 {
		return nil
	}
	return []Write{{
		Path: m.Params.Path, Op: models.OpWrite, Content: m.Params.Content, Bytes: size(*m.Params.Content),
		CallID: m.callID(), Outcome: Pending, Inner: true,
	}}
}

// answer reads the responses that a write request can have. Any other response belongs to a request of the other
// side, whose ids are separate.
func (m *acpMessage) answer() []Write {
	failed := len(m.Error) > 0 && string(m.Error) != "null"
	if result := strings.TrimSpace(string(m.Result)); !failed && result != "null" && result != "{}" {
		return nil
	}
	return []Write{{CallID: m.callID(), Outcome: outcomeOf(failed), Inner: true}}
}

// acpStatus maps the final states of a call; every other state is pending.
var acpStatus = map[string]Outcome{"completed": Done, "failed": Failed, "cancelled": Failed}

// acpMessages are the updates that contain a chunk of a message.
var acpMessages = map[string]bool{"agent_message_chunk": true, "user_message_chunk": true}

// pageWrites returns the pages that a chunk of a message links to; a link that is split between two chunks is missed.
func (u *acpUpdate) pageWrites() []Write {
	var piece struct {
		Text string `json:"text"`
	}
	if !parse(u.Content, &piece) {
		return nil
	}
	return pageWrites(piece.Text, time.Time{})
}

func (u *acpUpdate) writes() []Write {
	if acpMessages[u.SessionUpdate] {
		return u.pageWrites()
	}
	if u.SessionUpdate != "tool_call" && u.SessionUpdate != "tool_call_update" {
		return nil
	}
	outcome, ended := acpStatus[u.Status]
	if !ended {
		outcome = Pending
	}
	var writes []Write
	if outcome != Failed {
		writes = acpDiffs(u.Content, u.ToolCallID, outcome)
	}
	if len(writes) == 0 && ended && u.ToolCallID != "" {
		return []Write{{CallID: u.ToolCallID, Outcome: outcome}}
	}
	return writes
}

// Recognises accepts a JSON-RPC message, an unwrapped update, and a line of an adapter's log.
func (acp) Recognises(record []byte) bool {
	var r struct {
		JSONRPC string `json:"jsonrpc"`
		Update  string `json:"sessionUpdate"`
		Args    []struct {
			Update json.RawMessage `json:"update"`
		} `json:"args"`
	}
	parse(record, &r)
	return r.JSONRPC != "" || r.Update != "" || len(r.Args) > 0 && r.Args[0].Update != nil
}
