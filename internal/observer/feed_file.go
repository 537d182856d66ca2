package observer

import (
	"fmt"
	"os"
	"path/filepath"

	"vitrine/internal/harness"
)

// name is the feed's name at the server: where its records are found again.
func (f *feed) name() string {
	if f.file.Form == harness.Table {
		return f.file.Path + "#" + f.file.Row
	}
	return f.file.Path
}

// owns reports whether a changed file, which is not the feed's own, concerns it.
func (f *feed) owns(path string) bool {
	switch f.file.Form {
	case harness.Parts:
		return f.holds(path)
	case harness.Table:
		return path == f.file.Path || path == f.file.Path+"-wal"
	}
	return path == f.file.Meta && !f.named
}

// holds reports whether a file is a part of a message of the session, or the folder of one.
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

// folders are those whose changes concern the feed.
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

// changed reports whether the feed's files are not as they were when it was last asked.
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

// stampOf distinguishes the states of a file; "-" while there is none.
func stampOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "-"
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}
