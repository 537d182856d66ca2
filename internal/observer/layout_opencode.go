package observer

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// opencode keeps <storage>/session/<project>/<session>.json, and its parts one by one in
// <storage>/message/<session>/<message>.json and <storage>/part/<message>/<part>.json; newer ones in the database
// opencode.db beside the storage.
type opencode struct{}

func (opencode) name() string { return "opencode" }

func (opencode) roots(env func(string) string, home string) []string {
	data := filepath.Join(orElse(env("XDG_DATA_HOME"), filepath.Join(home, ".local", "share")), "opencode")
	return []string{filepath.Join(data, "storage", "session"), filepath.Join(data, databaseName)}
}

func (opencode) owns(path string) bool {
	return has(path, "opencode/storage") || filepath.Base(path) == databaseName || isOpenSession(path)
}

func (opencode) file(path string) (Form, bool) {
	switch {
	case filepath.Base(path) == databaseName:
		return Table, true
	case isOpenSession(path):
		return Parts, true
	}
	return "", false
}

func isOpenSession(path string) bool {
	return strings.HasPrefix(filepath.Base(path), "ses_") && filepath.Ext(path) == ".json" && has(path, "session")
}

func (opencode) session(path string, first *opening) (id, cwd string) {
	return orElse(first.session(), stem(path)), first.cwd
}

// describedBy gives the session of parts that a file describes; a helper's belongs to the session that started it.
func describedBy(file File) (Session, bool) {
	own, ok := describe(file.Path)
	if !ok {
		return Session{}, false
	}
	root := rootOf(own, func(id string) (openSession, bool) {
		return describe(filepath.Join(filepath.Dir(file.Path), filepath.Base(id)+".json"))
	})
	file.Changed, file.Helper = newestPart(file.Path), helperOf(own)
	return Session{Harness: opencode{}.name(), ID: root.ID, Cwd: root.Directory, Files: []File{file}}, true
}

func describe(path string) (s openSession, ok bool) {
	text, err := newDocument(path).whole()
	return s, err == nil && json.Unmarshal(text, &s) == nil && s.ID != ""
}

const databaseName = "opencode.db"
