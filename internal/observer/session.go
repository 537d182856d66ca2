package observer

import (
	"cmp"
	"slices"
	"time"

	"vitrine/internal/harness"
)

// Session is one conversation that a harness recorded: its own file and those of its helpers.
type Session struct {
	Harness string
	ID      string
	Cwd     string // its first working directory; empty when its files do not name it
	Files   []File
}

// Key returns the external key of the conversation.
func (s *Session) Key() string { return s.Harness + ":" + s.ID }

// changed returns when any of its files last changed.
func (s *Session) changed() time.Time {
	return slices.MaxFunc(s.Files, func(a, b File) int { return a.Changed.Compare(b.Changed) }).Changed
}

// File is one source of a session's records.
type File struct {
	// Path is absolute; for parts it is the file that describes their session.
	Path    string
	Form    harness.Form
	Row     string       // of a table: the id of the session
	Rows    harness.Rows // of a table: its queries
	Meta    string       // a JSON file that names the helper; empty: none
	Helper  string       // who made the records, where they do not name it; empty: the main agent
	Size    int64
	Changed time.Time
}

// merge combines the sessions that have the same key and returns them newest first.
func merge(found []Session) []Session {
	byKey := map[string]int{}
	var sessions []Session
	for _, s := range found {
		at, known := byKey[s.Key()]
		if !known {
			at, byKey[s.Key()] = len(sessions), len(sessions)
			sessions = append(sessions, Session{Harness: s.Harness, ID: s.ID})
		}
		one := &sessions[at]
		one.Cwd = cmp.Or(one.Cwd, s.Cwd)
		one.Files = append(one.Files, s.Files...)
	}
	for i := range sessions {
		slices.SortFunc(sessions[i].Files, func(a, b File) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Row, b.Row)) })
		sessions[i].Files = slices.CompactFunc(sessions[i].Files, func(a, b File) bool { return a.Path == b.Path && a.Row == b.Row })
	}
	slices.SortStableFunc(sessions, func(a, b Session) int {
		return cmp.Or(b.changed().Compare(a.changed()), cmp.Compare(a.Key(), b.Key()))
	})
	return sessions
}
