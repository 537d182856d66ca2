package actkit

import (
	"encoding/json"
	"fmt"
)

// Record returns one record of Claude Code: of the assistant or the user, with one block of content.
func Record(kind string, block map[string]any) string {
	text, err := json.Marshal(map[string]any{"type": kind, "message": map[string]any{"content": []any{block}}})
	if err != nil {
		panic(fmt.Sprintf("a record of a test: %v", err))
	}
	return string(text)
}

// Call returns the records of a call of Claude Code that succeeded.
func Call(id, tool string, input map[string]any) []string {
	return []string{
		Record("assistant", map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}),
		Record("user", map[string]any{"type": "tool_result", "tool_use_id": id}),
	}
}

// Write returns the records of a file that was written.
func Write(id, path, content string) []string {
	return Call(id, "Write", map[string]any{"file_path": path, "content": content})
}

// Edit returns the records of a file that was edited.
func Edit(id, path, from, to string) []string {
	return Call(id, "Edit", map[string]any{"file_path": path, "old_string": from, "new_string": to})
}
