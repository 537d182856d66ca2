package harness

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// Roots returns the folder of <folder>/<session>.jsonl. Helpers write <session>/subagents/agent-<id>.jsonl, those of a
// workflow in a subfolder of it; older versions write agent-<id>.jsonl beside the session's file.
func (claude) Roots(env func(string) string, home string) []string {
	return []string{filepath.Join(first(env("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")), "projects")}
}

func (claude) Owns(path string) bool {
	return contains(path, ".claude/projects") || contains(path, "subagents")
}

func (claude) Form(path string) (Form, bool) { return linesForm(path) }

func (claude) Recognises(record []byte) bool {
	var r struct {
		Type      string          `json:"type"`
		UUID      string          `json:"uuid"`
		LeafUUID  string          `json:"leafUuid"`
		SessionID string          `json:"sessionId"`
		StreamID  string          `json:"session_id"`
		Message   json.RawMessage `json:"message"`
	}
	parse(record, &r)
	return r.LeafUUID != "" || r.UUID != "" && r.SessionID != "" || r.StreamID != "" && (r.UUID != "" || r.Message != nil || r.Type == "system")
}

func (claude) Session(path string, o *Opening) string {
	if session := folderAbove(path, "subagents"); session != "" {
		return session
	}
	name := stem(path)
	if _, err := uuid.Parse(name); err == nil {
		return name
	}
	return first(o.Session(), name)
}

// Beside returns the .meta.json file of a helper's transcript, which names the helper.
func (claude) Beside(path string) Beside {
	if strings.HasPrefix(filepath.Base(path), "agent-") {
		return Beside{Helper: strings.TrimSuffix(path, filepath.Ext(path)) + ".meta.json"}
	}
	return Beside{}
}

// folderAbove returns the name of the parent of the named folder in a path; empty when the path does not contain it.
func folderAbove(path, folder string) string {
	for dir := filepath.Dir(path); len(dir) > 1; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == folder {
			return filepath.Base(filepath.Dir(dir))
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}
