package observer

import (
	"cmp"
	"slices"
	"time"
)

// Session is one conversation that a harness recorded: its own file and those of its helpers.
type Session struct {
	Harness string
	ID      string
	Cwd     string // where it began to work; empty when its files do not tell
	Files   []File
}

// Key is the external key of the conversation.
func (s *Session) Key() string { return s.Harness + ":" + s.ID }

// changed is when any of its files last changed.
func (s *Session) changed() time.Time {
	return slices.MaxFunc(s.Files, func(a, b File) int { return a.Changed.Compare(b.Changed) }).Changed
}

// Form is how a file holds records.
type Form string

// The forms.
const (
	Lines    Form = "lines"    // one record per line, appended
	Document Form = "document" // one JSON value with a list of messages, rewritten
	Parts    Form = "parts"    // a folder of JSON values, one record each, rewritten
	Table    Form = "table"    // rows of a database
)

// File is one source of a session's records.
type File struct {
	// Path is absolute; of parts it is the file that describes their session.
	Path    string
	Form    Form
	Row     string // of a table: the session whose rows they are
	Meta    string // a file whose JSON says for whom the records were made; empty: none
	Helper  string // who made the records, where they do not say it themselves; empty: the main agent
	Size    int64
	Changed time.Time
}

// merge makes one session of all that have the same key, newest first.
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
