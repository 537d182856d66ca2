package harness

import (
	"bytes"
	"strings"
)

func init() { register(codex{}) }

// codex reads the records of Codex: rollout files, whose lines have an envelope; the flat files of 2025, which have
// none; and the events of `codex exec --json`.
type codex struct{ base }

func (codex) Name() string { return "codex" }

func (codex) About() string {
	return "Reads the patches of Codex, by its own tool, a shell or a script, with their outcomes, from rollouts and from exec --json."
}

// codexKinds maps the kinds of lines that are read, of envelopes and of items, to their readers.
var codexKinds = map[string]func(r *codexRecord, it *codexItem) []Write{
	"session_meta": (*codexRecord).context, "turn_context": (*codexRecord).context, "message": (*codexRecord).message,
	"function_call": (*codexRecord).call, "custom_tool_call": (*codexRecord).call, "local_shell_call": (*codexRecord).call,
	"function_call_output": (*codexRecord).result, "custom_tool_call_output": (*codexRecord).result,
	"patch_apply_end": (*codexRecord).event, "item_completed": (*codexRecord).completed,
	"item.started": (*codexRecord).completed, "item.updated": (*codexRecord).completed, "item.completed": (*codexRecord).completed,
}

// Read reads patches and outcomes; it stops at the kind of any other line.
func (codex) Read(record []byte) []Write {
	var r codexRecord
	if !walk(record, r.member) {
		return nil
	}
	it := r.about()
	if read := codexKinds[it.kind]; read != nil {
		return read(&r, it)
	}
	return nil
}

// call reads a call of a tool: its patch is pending until the result.
func (r *codexRecord) call(it *codexItem) []Write {
	id := first(it.callID, it.id)
	if it.status == "failed" {
		return r.ended(id, Failed)
	}
	return r.stamp(it.patches(), id, Pending)
}

// result reads the outcome of a call; it returns nothing while the call is still running.
func (r *codexRecord) result(it *codexItem) []Write {
	outcome := codexOutcome(it.output)
	if outcome == Pending {
		return nil
	}
	return r.ended(it.callID, outcome)
}

// ended returns the outcome of a call; nothing for a call without an id.
func (r *codexRecord) ended(id string, outcome Outcome) []Write {
	if id == "" {
		return nil
	}
	return []Write{{CallID: id, Outcome: outcome, At: parseTime(r.timestamp)}}
}

// context reads the working directory of the session, and its helper.
func (r *codexRecord) context(it *codexItem) []Write {
	if helper := codexHelper(it.source); it.cwd != "" || helper != "" {
		return []Write{{FeedDefaults: true, Outcome: Done, Cwd: it.cwd, Helper: helper, At: parseTime(r.timestamp)}}
	}
	return nil
}

// message reads the links to pages in a message, and in files of 2025 the working directory.
func (r *codexRecord) message(it *codexItem) []Write {
	writes := r.opening(it)
	if !bytes.Contains(it.content, linkMark) {
		return writes
	}
	s := &scan{text: it.content}
	s.array(func() {
		s.object(func(key []byte) {
			if string(key) == "text" {
				writes = append(writes, pageWrites(s.linkText(), parseTime(r.timestamp))...)
			}
		})
	})
	return writes
}

// opening reads the message that contains the working directory in files of 2025.
func (r *codexRecord) opening(it *codexItem) []Write {
	if it.role != "user" || !bytes.Contains(it.content, []byte("<environment_context>")) {
		return nil
	}
	_, rest, found := bytes.Cut(it.content, []byte("<cwd>"))
	cwd, _, ended := bytes.Cut(rest, []byte("</cwd>"))
	if !found || !ended {
		return nil
	}
	it.cwd = strings.TrimSpace(unquote([]byte(`"` + string(cwd) + `"`)))
	it.source = nil
	return r.context(it)
}

// stamp sets what all writes of a record share.
func (r *codexRecord) stamp(writes []Write, id string, outcome Outcome) []Write {
	for i := range writes {
		writes[i].CallID, writes[i].Outcome, writes[i].At = id, outcome, parseTime(r.timestamp)
	}
	return writes
}

// codexHelper returns the name of the helper whose session this is; empty for a session that the user started.
func codexHelper(source []byte) string {
	name, role, kind := "", "", ""
	var member func(s *scan, key []byte)
	member = func(s *scan, key []byte) {
		switch string(key) {
		case "agent_nickname":
			name = s.str()
		case "agent_role":
			role = s.str()
		case "subagent", "thread_spawn":
			if s.next() == '{' {
				s.object(func(key []byte) { member(s, key) })
				return
			}
			kind = s.str()
		}
	}
	if !walk(source, member) || !bytes.Contains(source, []byte(`"subagent"`)) {
		return ""
	}
	return first(name, role, kind, "subagent")
}
