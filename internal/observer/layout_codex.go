package observer

import (
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// codex keeps <sessions>/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl. A helper has a thread of its own, whose first
// record names its parent.
type codex struct{}

func (codex) name() string { return "codex" }

func (codex) roots(env func(string) string, home string) []string {
	return []string{filepath.Join(orElse(env("CODEX_HOME"), filepath.Join(home, ".codex")), "sessions")}
}

func (codex) owns(path string) bool {
	return has(path, ".codex/sessions") || strings.HasPrefix(filepath.Base(path), "rollout-")
}

func (codex) file(path string) (Form, bool) { return linesForm(path) }

func (codex) session(path string, first *opening) (id, cwd string) {
	return orElse(first.parent, orElse(first.session(), orElse(thread(path), stem(path)))), first.cwd
}

// thread is the id at the end of a rollout's name; empty when there is none.
func thread(path string) string {
	name := stem(path)
	if len(name) < 36 {
		return ""
	}
	id := name[len(name)-36:]
	if _, err := uuid.Parse(id); err != nil {
		return ""
	}
	return id
}
