package observer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

var (
	errNotRegular = errors.New("not a regular file")
	errTooLong    = errors.New("too long")
)

// openRegular opens a regular file for reading. Any other file is rejected without blocking: a pipe may never be
// written to, and a device may never end.
func openRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) //nolint:gosec // a session's file, in the user's own folders or named by them
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close() // nothing was written
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.Join(err, errNotRegular)}
	}
	return file, nil
}

// readRegular reads a file of at most limit bytes; its error is errTooLong for a longer one.
func readRegular(path string, limit int64) ([]byte, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	var text bytes.Buffer
	n, err := io.Copy(&text, io.LimitReader(file, limit+1))
	if err == nil && n > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errTooLong}
	}
	return text.Bytes(), err
}

// tooLong returns the message about a file that was skipped because of its length.
func tooLong(path string, limit int64) string {
	return fmt.Sprintf("Skipped %s: it is longer than %d MiB.", path, limit>>20)
}
