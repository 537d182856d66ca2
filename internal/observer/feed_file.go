package observer

import (
	"fmt"
	"os"
	"path/filepath"

	"vitrine/internal/harness"
)

// name returns the feed's name on the server: the source in its receipts.
func (f *feed) name() string {
	if f.file.Form == harness.Table {
		return f.file.Path + "#" + f.file.Row
	}
	return f.file.Path
}

// owns reports whether another file than the feed's own belongs to the feed.
func (f *feed) owns(path string) bool {
	switch f.file.Form {
	case harness.Parts:
		return f.holds(path)
	case harness.Table:
		return path == f.file.Path || path == f.file.Path+"-wal"
	}
	return path == f.file.Meta && !f.named
}

// holds reports whether a path is a part of one of the session's messages, or the folder of a message's parts.
func (f *feed) holds(path string) bool {
	message := path
	if filepath.Ext(path) == ".json" {
		message = filepath.Dir(path)
	}
	if filepath.Base(filepath.Dir(message)) != "part" {
		return false
	}
	storage := filepath.Dir(filepath.Dir(message))
	_, err := os.Stat(filepath.Join(storage, "message", stem(f.file.Path), filepath.Base(message)+".json"))
	return err == nil
}

// folders returns the folders to watch for the feed.
func (f *feed) folders() []string {
	if f.file.Form != harness.Parts {
		return []string{filepath.Dir(f.file.Path)}
	}
	messages := partFolders(f.file.Path)
	if len(messages) == 0 {
		return nil
	}
	newest := messages[len(messages)-1]
	return []string{filepath.Dir(newest), newest}
}

// changed reports whether the feed's files have changed since the last call.
func (f *feed) changed() bool {
	before := f.stamp
	f.stamp = f.stampOf()
	return before != f.stamp
}

func (f *feed) stampOf() string {
	switch f.file.Form {
	case harness.Parts:
		return newestPart(f.file.Path).String()
	case harness.Table:
		return stampOf(f.file.Path) + stampOf(f.file.Path+"-wal")
	}
	return stampOf(f.file.Path)
}

// stampOf returns the size and modification time of a file as text; "-" when there is no file.
func stampOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "-"
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}
