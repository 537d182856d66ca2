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

// overlay is a folder with changed and new files over it, so that changes can be read before they are written.
type overlay struct {
	fs.FS
	files map[string][]byte
}

// Open opens a changed file, else the one of the folder.
func (o overlay) Open(name string) (fs.File, error) {
	if data, changed := o.files[name]; changed {
		return &memory{bytes.NewReader(data), info{path.Base(name), int64(len(data)), 0}}, nil
	}
	return o.FS.Open(name)
}

// ReadDir lists a directory with its new files.
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

// memory is an open file in memory.
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

// Name returns the last element of the path.
func (i info) Name() string { return i.name }

// Size returns the size in bytes.
func (i info) Size() int64 { return i.size }

// Mode returns fs.ModeDir for a directory, else 0.
func (i info) Mode() fs.FileMode { return i.mode }

// ModTime returns the zero time.
func (i info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether it is a directory.
func (i info) IsDir() bool { return i.mode.IsDir() }

// Sys returns nil.
func (i info) Sys() any { return nil }
