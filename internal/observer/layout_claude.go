package observer

import (
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// claude keeps <projects>/<folder>/<session>.jsonl. Its helpers write <session>/subagents/agent-<id>.jsonl, those of a
// workflow a folder further down, and older ones agent-<id>.jsonl beside the session.
type claude struct{}

func (claude) name() string { return "claude" }

func (claude) roots(env func(string) string, home string) []string {
	return []string{filepath.Join(orElse(env("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")), "projects")}
}

func (claude) owns(path string) bool { return has(path, ".claude/projects") || has(path, "subagents") }

func (claude) file(path string) (Form, bool) { return linesForm(path) }

func (claude) session(path string, first *opening) (id, cwd string) {
	if folder := above(path, "subagents"); folder != "" {
		return folder, first.cwd
	}
	name := stem(path)
	if _, err := uuid.Parse(name); err == nil {
		return name, first.cwd
	}
	return orElse(first.session(), name), first.cwd
}

// meta is the file that says for whom a helper wrote.
func (claude) meta(path string) string {
	if strings.HasPrefix(filepath.Base(path), "agent-") {
		return strings.TrimSuffix(path, filepath.Ext(path)) + ".meta.json"
	}
	return ""
}

// above gives the name of the folder that holds another one, somewhere up a path; empty when there is none.
func above(path, folder string) string {
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
