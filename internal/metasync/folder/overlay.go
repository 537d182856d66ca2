package folder

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// overlay is a folder with changed and new files over it, so that what would be written can be read before it is.
type overlay struct {
	fs.FS
	files map[string][]byte
}

// Open returns a changed file, else the one below.
func (o overlay) Open(name string) (fs.File, error) {
	if data, changed := o.files[name]; changed {
		return &memory{bytes.NewReader(data), info{path.Base(name), int64(len(data)), 0}}, nil
	}
	return o.FS.Open(name)
}

// ReadDir lists a directory with what is new in it.
func (o overlay) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, dir)
	for file := range o.files {
		rest, inside := strings.CutPrefix(file, strings.TrimPrefix(dir+"/", "./"))
		if !inside {
			continue
		}
		name, _, deeper := strings.Cut(rest, "/")
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
			entries, err = append(entries, fs.FileInfoToDirEntry(info{name, 0, map[bool]fs.FileMode{true: fs.ModeDir}[deeper]})), nil
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, err
}

// memory is an open file that is not on the disk.
type memory struct {
	*bytes.Reader
	info info
}

// Stat returns its name and size.
func (m *memory) Stat() (fs.FileInfo, error) { return m.info, nil }

// Close does nothing.
func (m *memory) Close() error { return nil }

type info struct {
	name string
	size int64
	mode fs.FileMode
}

// Name is the last element of the path.
func (i info) Name() string { return i.name }

// Size is in bytes.
func (i info) Size() int64 { return i.size }

// Mode distinguishes a directory from a file.
func (i info) Mode() fs.FileMode { return i.mode }

// ModTime is not known.
func (i info) ModTime() time.Time { return time.Time{} }

// IsDir distinguishes a directory from a file.
func (i info) IsDir() bool { return i.mode.IsDir() }

// Sys returns nothing.
func (i info) Sys() any { return nil }
