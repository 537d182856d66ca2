package harness

import (
	"encoding/json"
	"path/filepath"
)

// Roots returns the folder of <project>/chats/session-<time>-<id>.jsonl; older versions write one .json. Helpers write
// chats/<session>/<id>.jsonl.
func (gemini) Roots(_ func(string) string, home string) []string {
	return []string{filepath.Join(home, ".gemini", "tmp")}
}

func (gemini) Owns(path string) bool { return contains(path, ".gemini/tmp") }

func (g gemini) Form(path string) (Form, bool) {
	if g.Owns(path) && !contains(path, "chats") {
		return "", false // logs and checkpoints
	}
	return FormOf(path)
}

func (gemini) Recognises(record []byte) bool {
	var r struct {
		Type        string          `json:"type"`
		ID          string          `json:"id"`
		ProjectHash string          `json:"projectHash"`
		Timestamp   json.RawMessage `json:"timestamp"`
	}
	parse(record, &r)
	return r.ProjectHash != "" || r.ID != "" && r.Timestamp != nil && r.Type == "gemini"
}

func (gemini) Session(path string, o *Opening) string {
	session, _ := geminiChats(path)
	return first(session, o.Session(), stem(path))
}

// Beside returns <tmp>/<project>/.project_root, whose text is the path of the project's folder.
func (gemini) Beside(path string) Beside {
	_, chats := geminiChats(path)
	return Beside{Folder: filepath.Join(filepath.Dir(chats), ".project_root")}
}

// geminiChats returns the chats folder above a file, and the session whose folder contains the file, if any.
func geminiChats(path string) (session, chats string) {
	chats = filepath.Dir(path)
	for filepath.Base(chats) != "chats" && contains(chats, "chats") {
		session, chats = filepath.Base(chats), filepath.Dir(chats)
	}
	return session, chats
}
