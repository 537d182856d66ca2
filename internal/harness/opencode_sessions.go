package harness

import (
	"path/filepath"
	"strings"
)

const opencodeDatabase = "opencode.db"

// Roots returns the folder of session/<project>/<session>.json and the database opencode.db of newer versions, beside
// the storage. The parts of a session are in <storage>/message/<session>/<message>.json and
// <storage>/part/<message>/<part>.json.
func (opencode) Roots(env func(string) string, home string) []string {
	data := filepath.Join(first(env("XDG_DATA_HOME"), filepath.Join(home, ".local", "share")), "opencode")
	return []string{filepath.Join(data, "storage", "session"), filepath.Join(data, opencodeDatabase)}
}

func (opencode) Owns(path string) bool {
	return contains(path, "opencode/storage") || filepath.Base(path) == opencodeDatabase || isOpencodeSession(path)
}

func (opencode) Form(path string) (Form, bool) {
	switch {
	case filepath.Base(path) == opencodeDatabase:
		return Table, true
	case isOpencodeSession(path):
		return Parts, true
	}
	return "", false
}

func isOpencodeSession(path string) bool {
	return strings.HasPrefix(filepath.Base(path), "ses_") && filepath.Ext(path) == ".json" && contains(path, "session")
}

func (opencode) Recognises(record []byte) bool {
	var r struct {
		SessionID string `json:"sessionID"`
		MessageID string `json:"messageID"`
	}
	parse(record, &r)
	return r.SessionID != "" && r.MessageID != ""
}

// Rows returns the queries for opencode.db: each part is a record.
func (opencode) Rows() Rows {
	return Rows{
		Sessions: `SELECT id, coalesce(parent_id, ''), directory, title, time_updated FROM session`,
		Records: `SELECT id, time_updated, length(data), CASE WHEN length(data) <= ? THEN data END FROM part
			WHERE session_id = ? AND (time_updated, id) > (?, ?) ORDER BY time_updated, id`,
	}
}
