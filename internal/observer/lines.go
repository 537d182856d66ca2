package observer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

// The bounds of reading lines.
const (
	window   = 1 << 20 // bytes of the read buffer; only a longer line needs more, temporarily
	tailSize = 256     // bytes before a position that are hashed
)

// lines reads a growing file of lines. Its position is the offset after the last line with a hash of the bytes before
// it, so that a file that was truncated or replaced is detected and read again. A last line without a newline is read
// once it has one.
type lines struct {
	skips
	path    string
	limit   int64 // of a line in bytes
	at      int64 // the offset after the last line that was read
	tail    string
	scanned int64 // the offset up to which the next line is known to have no newline
	buffer  []byte
}

// windows is the pool of read buffers.
var windows = sync.Pool{New: func() any { return new([window]byte) }}

func newLines(path string) *lines { return &lines{path: path, limit: maxRecord} }

func (l *lines) resume(position string) error {
	at, tail, _ := strings.Cut(position, "-")
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil || n < 0 {
		n, tail = 0, ""
	}
	l.at, l.tail, l.scanned = n, tail, 0
	return nil
}

func (l *lines) position() string { return fmt.Sprintf("%d-%s", l.at, l.tail) }

func (l *lines) read(ctx context.Context, take func([]byte, int64) bool) (string, error) {
	file, err := openRegular(l.path)
	if err != nil {
		return l.position(), err
	}
	defer file.Close() //nolint:errcheck // only read
	if err := l.check(file); err != nil {
		return l.position(), err
	}
	pooled, _ := windows.Get().(*[window]byte)
	l.buffer = pooled[:]
	defer windows.Put(pooled)
	for stop := false; !stop && ctx.Err() == nil; {
		var end bool
		if stop, end, err = l.fill(file, take); end || err != nil {
			break
		}
	}
	l.buffer = nil
	if err == nil {
		l.tail, err = tailOf(file, l.at)
	}
	return l.position(), err
}

// check goes back to the start of the file when the bytes before the position have changed.
func (l *lines) check(file *os.File) error {
	tail, err := tailOf(file, l.at)
	if err == nil && tail == l.tail || l.at == 0 {
		return nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	l.skip(fmt.Sprintf("%s was truncated or replaced; reading it from the start.", l.path))
	l.at, l.tail, l.scanned = 0, "", 0
	return nil
}

// tailOf hashes the bytes before an offset; its error is io.EOF when the file ends before it.
func tailOf(file *os.File, at int64) (string, error) {
	if at == 0 {
		return "", nil
	}
	tail := make([]byte, min(at, tailSize))
	if n, err := file.ReadAt(tail, at-int64(len(tail))); n < len(tail) {
		return "", err
	}
	return shortHash(tail), nil
}

// fill reads one window and passes its lines to take; end says that no more lines are complete.
func (l *lines) fill(file *os.File, take func([]byte, int64) bool) (stop, end bool, err error) {
	n, err := file.ReadAt(l.buffer, l.at)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, true, err
	}
	text := l.buffer[:n]
	for {
		line, rest, complete := bytes.Cut(text, []byte{'\n'})
		switch {
		case !complete && len(line) == len(l.buffer):
			return l.long(file, take)
		case !complete:
			return false, n < len(l.buffer), nil
		}
		if l.line(line, take) {
			return true, false, nil
		}
		text = rest
	}
}

// line passes one line to take and moves after it; empty lines are skipped.
func (l *lines) line(line []byte, take func([]byte, int64) bool) (stop bool) {
	start := l.at
	l.at, l.scanned = start+int64(len(line))+1, 0
	record := bytes.TrimSpace(line)
	if len(record) == 0 {
		return false
	}
	return take(record, start+int64(bytes.Index(line, record[:1])))
}

// long reads a line that is longer than the window, once it has its newline.
func (l *lines) long(file *os.File, take func([]byte, int64) bool) (stop, end bool, err error) {
	length, err := l.measure(file)
	switch {
	case err != nil || length < 0:
		return false, true, err
	case length > l.limit:
		l.skip(fmt.Sprintf("%s: skipped the line at byte %d, whose %d MiB exceed the limit of %d MiB.", l.path, l.at, length>>20, l.limit>>20))
		l.at, l.scanned = l.at+length+1, 0
		return false, false, nil
	}
	line := make([]byte, length)
	if _, err := file.ReadAt(line, l.at); err != nil {
		return false, true, err
	}
	return l.line(line, take), false, nil
}

// measure returns the length of a long line, -1 while it has no newline. It continues where the last call stopped.
func (l *lines) measure(file *os.File) (int64, error) {
	l.scanned = max(l.scanned, l.at)
	for {
		n, err := file.ReadAt(l.buffer, l.scanned)
		if at := bytes.IndexByte(l.buffer[:n], '\n'); at >= 0 {
			return l.scanned + int64(at) - l.at, nil
		}
		l.scanned += int64(n)
		if errors.Is(err, io.EOF) {
			return -1, nil
		} else if err != nil {
			return -1, err
		}
	}
}
