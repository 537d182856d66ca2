package tool

import (
	"bytes"
	"context"
	"unicode"
)

// maxTextBytes bounds what is held in memory as one text.
const maxTextBytes = 256 << 20

// stride is the number of lines between two marks of the line index: 1 mark for 256 lines keeps it far below the text's size.
const stride = 256

// text is decoded content with an index of its lines. It does not change after it is made.
type text struct {
	data      []byte // UTF-8, without a byte order mark
	charset   string // the encoding of the original
	sizeBytes int64  // of the original
	lineCount int
	marks     []int // where every stride-th line starts
}

// newText indexes the lines. A last line without a line break counts, an empty one after the last line break does not.
func newText(data []byte, charset string, sizeBytes int64) *text {
	t := &text{data: data, charset: charset, sizeBytes: sizeBytes}
	for at := 0; at < len(data); t.lineCount++ {
		if t.lineCount%stride == 0 {
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

// start gives the offset of a line that exists.
func (t *text) start(line int) int {
	at := t.marks[line/stride]
	for range line % stride {
		at += bytes.IndexByte(t.data[at:], '\n') + 1
	}
	return at
}

// each visits the lines from first up to end, without their line breaks, until visit says stop or the context ends.
func (t *text) each(ctx context.Context, first, end int, visit func(number int, line []byte) bool) error {
	if first >= min(end, t.lineCount) {
		return nil
	}
	rest := t.data[t.start(first):]
	for n := first; n < min(end, t.lineCount); n++ {
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

// words counts runs of what is no white space, without keeping them.
func words(data []byte) (n int) {
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
