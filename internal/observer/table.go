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

	_ "modernc.org/sqlite" // the driver of SQLite, in Go

	"vitrine/internal/harness"
)

// table reads the records of one session from a database, in the order in which they changed: each row is one. Its
// position is the time of the last change, in milliseconds, with the row's id. The database is opened read-only.
type table struct {
	skips
	path    string
	records string // the query
	session string
	changed int64
	id      string
}

func newTable(file File) *table {
	return &table{path: file.Path, records: file.Rows.Records, session: file.Row}
}

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

func (t *table) read(ctx context.Context, take func([]byte, int64) bool) (string, error) {
	db, err := openTable(t.path)
	if err != nil {
		return t.position(), err
	}
	defer db.Close() //nolint:errcheck // only read
	rows, err := db.QueryContext(ctx, t.records, maxRecord, t.session, t.changed, t.id)
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
			t.skip(fmt.Sprintf("%s: skipped the part %s, whose %d MiB exceed the limit.", t.path, t.id, size>>20))
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
	_ = file.Close() // only checks that it is a regular file
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(2000)")
}

// sessionsOfTable returns the sessions of a database, helpers with the session that started them.
func (j *Job) sessionsOfTable(file File, of harness.Harness) []Session {
	file.Rows = of.Rows()
	db, err := openTable(file.Path)
	if err != nil {
		return nil
	}
	defer db.Close() //nolint:errcheck // only read
	rows, err := db.Query(file.Rows.Sessions)
	if err != nil {
		j.say("Skipped " + file.Path + ": it cannot be read as a database of " + of.Name() + " (" + err.Error() + ").")
		return nil
	}
	defer rows.Close() //nolint:errcheck // only read
	var list []describedSession
	for rows.Next() {
		var s describedSession
		var changed int64
		if rows.Scan(&s.ID, &s.ParentID, &s.Directory, &s.Title, &changed) == nil {
			s.changed = time.UnixMilli(changed)
			list = append(list, s)
		}
	}
	if rows.Err() != nil {
		return nil
	}
	return j.groupHelpers(file, of.Name(), list)
}

// describedSession is a harness's description of a session whose records are not in one file.
type describedSession struct {
	ID        string `json:"id"`
	ParentID  string `json:"parentID"`
	Directory string `json:"directory"`
	Title     string `json:"title"`
	changed   time.Time
}

// groupHelpers returns the sessions of a list, those of helpers under the session that started them.
func (j *Job) groupHelpers(file File, name string, list []describedSession) (sessions []Session) {
	byID := map[string]describedSession{}
	for _, s := range list {
		byID[s.ID] = s
	}
	for _, s := range list {
		if s.changed.Before(j.Since) {
			continue
		}
		root := rootOf(s, func(id string) (describedSession, bool) { parent, ok := byID[id]; return parent, ok })
		own := file
		own.Changed, own.Row, own.Helper = s.changed, s.ID, helperOf(s)
		sessions = append(sessions, Session{Harness: name, ID: root.ID, Cwd: root.Directory, Files: []File{own}})
	}
	return sessions
}

// maxNesting bounds how far helpers start helpers.
const maxNesting = 16

// rootOf returns the session at the top of a chain of helpers.
func rootOf(s describedSession, find func(id string) (describedSession, bool)) describedSession {
	for range maxNesting {
		parent, ok := find(s.ParentID)
		if s.ParentID == "" || !ok {
			return s
		}
		s = parent
	}
	return s
}

// helperOf returns the name of the helper whose session it is; empty for the main agent.
func helperOf(s describedSession) string {
	if s.ParentID == "" {
		return ""
	}
	return cmp.Or(s.Title, "subagent")
}
