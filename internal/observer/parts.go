package observer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// halfWritten is how long after its last change a part that is not valid JSON is assumed to be half written.
const halfWritten = 10 * time.Second

// parts reads the parts of a session, each of which is a record in a separate file and is rewritten when it changes.
// The position is the time of the last part's change with its name.
type parts struct {
	skips
	session string // the file that describes the session
	after   part
	now     func() time.Time
}

// part is the file of one part.
type part struct {
	path    string
	changed int64 // nanoseconds
}

func newParts(session string) *parts { return &parts{session: session, now: time.Now} }

func (p *parts) resume(position string) error {
	changed, name, _ := strings.Cut(position, "/")
	n, err := strconv.ParseInt(changed, 10, 64)
	if err != nil {
		n, name = 0, ""
	}
	p.after = part{path: name, changed: n}
	return nil
}

func (p *parts) position() string {
	if p.after.changed == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%s", p.after.changed, filepath.Base(p.after.path))
}

func (p *parts) read(ctx context.Context, take func([]byte, int64) bool) (string, error) {
	list, err := partsOf(p.session)
	if err != nil {
		return p.position(), err
	}
	for _, one := range list {
		if compareParts(one, p.after) <= 0 || ctx.Err() != nil {
			continue
		}
		text, ok := p.text(one)
		if !ok {
			break
		}
		p.after = one
		if len(text) > 0 && take(text, 0) {
			break
		}
	}
	return p.position(), nil
}

// text returns the record of a part: nil for one that is skipped, false for one that is half written.
func (p *parts) text(one part) ([]byte, bool) {
	text, err := readRegular(one.path, maxRecord)
	switch {
	case errors.Is(err, errTooLong):
		p.skip(tooLong(one.path, maxRecord))
		return nil, true
	case errors.Is(err, fs.ErrNotExist):
		return nil, true
	case err == nil && json.Valid(text):
		return []byte(strings.TrimSpace(string(text))), true
	case p.now().UnixNano()-one.changed < int64(halfWritten):
		return nil, false
	}
	p.skip("Skipped " + one.path + ": it cannot be read or is not valid JSON.")
	return nil, true
}

func compareParts(a, b part) int {
	return cmp.Or(cmp.Compare(a.changed, b.changed), cmp.Compare(filepath.Base(a.path), filepath.Base(b.path)))
}

// partsOf lists the parts of a session in the order in which they changed.
func partsOf(session string) ([]part, error) {
	var list []part
	for _, folder := range partFolders(session) {
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil && filepath.Ext(entry.Name()) == ".json" {
				list = append(list, part{filepath.Join(folder, entry.Name()), info.ModTime().UnixNano()})
			}
		}
	}
	slices.SortFunc(list, compareParts)
	return list, nil
}

// partFolders returns the folder of the parts of each message of a session.
func partFolders(session string) (folders []string) {
	storage := filepath.Dir(filepath.Dir(filepath.Dir(session)))
	messages, _ := os.ReadDir(filepath.Join(storage, "message", stem(session))) // none yet: no parts
	for _, m := range messages {
		folders = append(folders, filepath.Join(storage, "part", stem(m.Name())))
	}
	return folders
}

// newestPart returns when a session's parts last changed; zero when there are none.
func newestPart(session string) time.Time {
	list, _ := partsOf(session)
	if len(list) == 0 {
		return time.Time{}
	}
	return time.Unix(0, list[len(list)-1].changed)
}

// describedBy returns the session that a file describes; a helper's file belongs to the session that started it.
func describedBy(file File, name string) (Session, bool) {
	own, ok := describe(file.Path)
	if !ok {
		return Session{}, false
	}
	root := rootOf(own, func(id string) (describedSession, bool) {
		return describe(filepath.Join(filepath.Dir(file.Path), filepath.Base(id)+".json"))
	})
	file.Changed, file.Helper = newestPart(file.Path), helperOf(own)
	return Session{Harness: name, ID: root.ID, Cwd: root.Directory, Files: []File{file}}, true
}

func describe(path string) (s describedSession, ok bool) {
	text, err := newDocument(path).whole()
	return s, err == nil && json.Unmarshal(text, &s) == nil && s.ID != ""
}

// stem returns the name of a file without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
