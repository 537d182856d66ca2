package observer

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver of OpenCode's database, in Go
)

// table reads the parts of one session out of OpenCode's database, in the order in which they changed: each row is a record. Its
// position is the time of the last change, in milliseconds, with the row's id. The database is opened for reading only.
type table struct {
	skips
	path    string
	session string
	changed int64
	id      string
}

func newTable(path, session string) *table { return &table{path: path, session: session} }

func (t *table) resume(position string) error {
	changed, id, _ := strings.Cut(position, "/")
	n, err := strconv.ParseInt(changed, 10, 64)
	if err != nil {
		n, id = 0, ""
	}
	t.changed, t.id = n, id
	return nil
}

func (t *table) position() string {
	if t.id == "" {
		return ""
	}
	return fmt.Sprintf("%d/%s", t.changed, t.id)
}

const partsAfter = `SELECT id, time_updated, length(data), CASE WHEN length(data) <= ? THEN data END FROM part
	WHERE session_id = ? AND (time_updated, id) > (?, ?) ORDER BY time_updated, id`

func (t *table) read(ctx context.Context, take func([]byte, int64) bool) (string, error) {
	db, err := openTable(t.path)
	if err != nil {
		return t.position(), err
	}
	defer db.Close() //nolint:errcheck // only read
	rows, err := db.QueryContext(ctx, partsAfter, maxRecord, t.session, t.changed, t.id)
	if err != nil {
		return t.position(), err
	}
	defer rows.Close() //nolint:errcheck // only read
	for stop := false; !stop && rows.Next(); {
		var size int64
		var data sql.RawBytes
		if err := rows.Scan(&t.id, &t.changed, &size, &data); err != nil {
			return t.position(), err
		}
		if data == nil {
			t.pass(fmt.Sprintf("%s: the part %s has %d MiB and is passed over.", t.path, t.id, size>>20))
			continue
		}
		stop = take(data, 0)
	}
	return t.position(), rows.Err()
}

func openTable(path string) (*sql.DB, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	_ = file.Close() // it is only known to be one
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(2000)")
}

// sessionsOfTable gives the sessions of a database, helpers with the session that started them.
func (j *Job) sessionsOfTable(file File) []Session {
	db, err := openTable(file.Path)
	if err != nil {
		return nil
	}
	defer db.Close() //nolint:errcheck // only read
	rows, err := db.Query(`SELECT id, coalesce(parent_id, ''), directory, title, time_updated FROM session`)
	if err != nil {
		j.say("Passed over " + file.Path + ": it is no database of OpenCode that is understood (" + err.Error() + ").")
		return nil
	}
	defer rows.Close() //nolint:errcheck // only read
	var list []openSession
	for rows.Next() {
		var s openSession
		var changed int64
		if rows.Scan(&s.ID, &s.ParentID, &s.Directory, &s.Title, &changed) == nil {
			s.changed = time.UnixMilli(changed)
			list = append(list, s)
		}
	}
	if rows.Err() != nil {
		return nil
	}
	return j.families(file, list)
}

// openSession is how OpenCode describes a session.
type openSession struct {
	ID        string `json:"id"`
	ParentID  string `json:"parentID"`
	Directory string `json:"directory"`
	Title     string `json:"title"`
	changed   time.Time
}

// families puts the sessions of helpers to those that started them.
func (j *Job) families(file File, list []openSession) (sessions []Session) {
	byID := map[string]openSession{}
	for _, s := range list {
		byID[s.ID] = s
	}
	for _, s := range list {
		if s.changed.Before(j.Since) {
			continue
		}
		root := rootOf(s, func(id string) (openSession, bool) { parent, ok := byID[id]; return parent, ok })
		own := file
		own.Changed, own.Row, own.Helper = s.changed, s.ID, helperOf(s)
		sessions = append(sessions, Session{Harness: opencode{}.name(), ID: root.ID, Cwd: root.Directory, Files: []File{own}})
	}
	return sessions
}

// maxNesting bounds how far helpers start helpers.
const maxNesting = 16

// rootOf goes up to the session that no other one started.
func rootOf(s openSession, find func(id string) (openSession, bool)) openSession {
	for range maxNesting {
		parent, ok := find(s.ParentID)
		if s.ParentID == "" || !ok {
			return s
		}
		s = parent
	}
	return s
}

// helperOf names the helper of a session; the main agent has none.
func helperOf(s openSession) string {
	if s.ParentID == "" {
		return ""
	}
	return cmp.Or(s.Title, "subagent")
}
