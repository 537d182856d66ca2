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
	window   = 1 << 20 // bytes in memory; only a longer line takes more, and returns it back
	tailSize = 256     // bytes before a position that it is known by
)

// lines reads a file of lines that grows. Its position is the byte behind the last line with a hash of what stands
// before it, so that a file that was cut or replaced is seen and read again. A last line without its end waits.
type lines struct {
	skips
	path    string
	limit   int64 // of a line in bytes
	at      int64 // the byte behind the last line that was taken
	tail    string
	scanned int64 // up to here the next line has no end
	buffer  []byte
}

// windows are lent to whoever reads.
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
	lent, _ := windows.Get().(*[window]byte)
	l.buffer = lent[:]
	defer windows.Put(lent)
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

// check starts again when what stands before the position is not what stood there.
func (l *lines) check(file *os.File) error {
	tail, err := tailOf(file, l.at)
	if err == nil && tail == l.tail || l.at == 0 {
		return nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	l.skip(fmt.Sprintf("%s was cut or replaced: it is read from its start.", l.path))
	l.at, l.tail, l.scanned = 0, "", 0
	return nil
}

// tailOf hashes what stands before a byte; io.EOF when the file ends before it.
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

// fill reads one window and returns its lines; end says that no more lines are complete.
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

// line returns one line and moves behind it.
func (l *lines) line(line []byte, take func([]byte, int64) bool) (stop bool) {
	start := l.at
	l.at, l.scanned = start+int64(len(line))+1, 0
	record := bytes.TrimSpace(line)
	if len(record) == 0 {
		return false
	}
	return take(record, start+int64(bytes.Index(line, record[:1])))
}

// long returns a line that is longer than the window, once it has its end.
func (l *lines) long(file *os.File, take func([]byte, int64) bool) (stop, end bool, err error) {
	length, err := l.measure(file)
	switch {
	case err != nil || length < 0:
		return false, true, err
	case length > l.limit:
		l.skip(fmt.Sprintf("%s: the line at byte %d has %d MiB and is passed over; at most %d are read.", l.path, l.at, length>>20, l.limit>>20))
		l.at, l.scanned = l.at+length+1, 0
		return false, false, nil
	}
	line := make([]byte, length)
	if _, err := file.ReadAt(line, l.at); err != nil {
		return false, true, err
	}
	return l.line(line, take), false, nil
}

// measure looks for the end of a long line, from where it last looked; -1 when there is none yet.
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
