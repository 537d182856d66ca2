package observer

import (
	"path/filepath"
	"strings"
)

// gemini keeps <tmp>/<project>/chats/session-<time>-<id>.jsonl, older ones as one .json; its helpers write
// chats/<session>/<id>.jsonl. The project's own folder is told in <tmp>/<project>/.project_root.
type gemini struct{}

func (gemini) name() string { return "gemini" }

func (gemini) roots(_ func(string) string, home string) []string {
	return []string{filepath.Join(home, ".gemini", "tmp")}
}

func (gemini) owns(path string) bool { return has(path, ".gemini/tmp") }

func (g gemini) file(path string) (Form, bool) {
	if g.owns(path) && !has(path, "chats") {
		return "", false // logs and checkpoints
	}
	if filepath.Ext(path) == ".json" {
		return Document, true
	}
	return linesForm(path)
}

func (gemini) session(path string, first *opening) (id, cwd string) {
	dir := filepath.Dir(path)
	for filepath.Base(dir) != "chats" && has(dir, "chats") {
		id, dir = filepath.Base(dir), filepath.Dir(dir)
	}
	root, err := readRegular(filepath.Join(filepath.Dir(dir), ".project_root"), maxPath)
	if err == nil {
		cwd = strings.TrimSpace(string(root))
	}
	return orElse(id, orElse(first.session(), stem(path))), orElse(cwd, first.cwd)
}

// maxPath bounds a path in bytes that is read out of a file.
const maxPath = 4096
