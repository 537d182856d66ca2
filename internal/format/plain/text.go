package plain

import (
	"bytes"
	"context"
	"unicode"
)

// MaxTextBytes limits the size of one text in memory.
const MaxTextBytes = 256 << 20

// stride is the number of lines per mark of the line index: with 256 the index is far smaller than the text.
const stride = 256

// Text is decoded content with a line index. It is immutable.
type Text struct {
	Data      []byte // UTF-8, without a byte order mark
	Charset   string // the encoding of the original
	SizeBytes int64  // of the original
	LineCount int
	marks     []int // where every stride-th line starts
}

// New indexes the lines. A last line without a line break counts; an empty one after the last line break does not.
func New(data []byte, charset string, sizeBytes int64) *Text {
	t := &Text{Data: data, Charset: charset, SizeBytes: sizeBytes}
	for at := 0; at < len(data); t.LineCount++ {
		if t.LineCount%stride == 0 {
			t.marks = append(t.marks, at)
		}
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			end = len(data) - at - 1
		}
		at += end + 1
	}
	return t
}

// start returns the offset of an existing line.
func (t *Text) start(line int) int {
	at := t.marks[line/stride]
	for range line % stride {
		at += bytes.IndexByte(t.Data[at:], '\n') + 1
	}
	return at
}

// Each visits the lines from first up to end, without their line breaks, until visit returns false or the context
// ends.
func (t *Text) Each(ctx context.Context, first, end int, visit func(number int, line []byte) bool) error {
	if first >= min(end, t.LineCount) {
		return nil
	}
	rest := t.Data[t.start(first):]
	for n := first; n < min(end, t.LineCount); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if !visit(n, bytes.TrimSuffix(line, []byte("\r"))) {
			return nil
		}
		rest = after
	}
	return nil
}

// Words counts words, which are separated by white space.
func Words(data []byte) (n int) {
	inside := false
	for _, r := range string(data) {
		space := unicode.IsSpace(r)
		if !space && !inside {
			n++
		}
		inside = !space
	}
	return n
}
