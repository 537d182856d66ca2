package demo

import (
	"encoding/json"
	"time"
)

// call is one call of a tool, as the transcript of Claude Code records it.
type call struct {
	tool   string
	path   string
	old    string // the text an edit replaces
	text   string
	helper string // the name of the subagent; empty for the main agent
}

// done returns the two records of a call that succeeded.
func (c call) done(id string) []string { return c.records(id, false) }

// failed returns the two records of a call that was refused.
func (c call) failed(id string) []string { return c.records(id, true) }

func (c call) records(id string, failed bool) []string {
	input := map[string]any{"file_path": c.path, "content": c.text}
	if c.tool == "Edit" {
		input = map[string]any{"file_path": c.path, "old_string": c.old, "new_string": c.text}
	}
	answer := "The file was written."
	if failed {
		answer = "Permission to write outside the folder was denied."
	}
	return []string{
		c.record("assistant", map[string]any{"type": "tool_use", "id": id, "name": c.tool, "input": input}),
		c.record("user", map[string]any{"type": "tool_result", "tool_use_id": id, "is_error": failed, "content": answer}),
	}
}

func (c call) record(kind string, block map[string]any) string {
	line := map[string]any{
		"type": kind, "timestamp": time.Now().UTC().Format(time.RFC3339Nano), "cwd": folder,
		"message": map[string]any{"role": kind, "content": []any{block}},
	}
	if c.helper != "" {
		line["isSidechain"], line["attributionAgent"] = true, c.helper
	}
	text, _ := json.Marshal(line) // maps of strings and booleans can always be encoded
	return string(text)
}
