package rtf

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"vitrine/internal/fault"
	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
)

const (
	// MaxBytes is the largest document that is read.
	MaxBytes = 32 << 20
	// Cost is the memory in bytes for a byte of a document.
	Cost = 16
)

const (
	maxRTFDepth = 1000
	maxRTFCell  = 1 << 20 // bytes of a cell that are kept
)

// rtfReader converts Rich Text to blocks: braces form groups, a backslash starts a control word.
type rtfReader struct {
	data   []byte
	at     int
	groups []rtfGroup // innermost last
	Page   encoding.Encoding
	info   map[string]string // title, author and the like
	blocks []richtext.Block
	text   strings.Builder
	bytes  []byte // in the document's code page, not decoded yet
	level  int    // outline level of the paragraph, from 1; 0 for body text
	inRow  bool
	row    []string
	rows   [][]string
}

// rtfGroup is the state that a closing brace restores.
type rtfGroup struct {
	hidden  bool   // its text is not part of the document
	field   string // the property that its text is the value of, such as title
	unicode int    // number of fallback characters after a Unicode character, which are skipped
	pending int    // number of fallback characters still to skip
	fresh   bool   // nothing of the group has been read
}

func newRTFReader(data []byte) *rtfReader {
	page, _ := htmlindex.Get("windows-1252") // always known
	return &rtfReader{data: data, Page: page, info: map[string]string{}, groups: []rtfGroup{{unicode: 1}}}
}

func (r *rtfReader) read(ctx context.Context) error {
	for n := 0; r.at < len(r.data); n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c := r.data[r.at]
		r.at++
		switch c {
		case '{':
			if len(r.groups) >= maxRTFDepth {
				return fault.TooLarge("", "This RTF is nested more than %d levels deep, which is the limit.", maxRTFDepth)
			}
			next := r.group()
			r.flushBytes()
			r.groups = append(r.groups, rtfGroup{next.hidden, next.field, next.unicode, 0, true})
		case '}':
			r.closeGroup()
		case '\\':
			r.control()
		case '\r', '\n':
		default:
			r.character(c)
		}
	}
	r.endParagraph()
	r.endTable()
	return nil
}

func (r *rtfReader) group() *rtfGroup { return &r.groups[len(r.groups)-1] }

// closeGroup ends a group; it ignores an unmatched brace.
func (r *rtfReader) closeGroup() {
	r.flushBytes()
	if len(r.groups) > 1 {
		r.groups = r.groups[:len(r.groups)-1]
	}
}

// character adds one byte in the document's code page.
func (r *rtfReader) character(c byte) {
	g := r.group()
	g.fresh = false
	if g.pending > 0 {
		g.pending--
		return
	}
	if !g.hidden || g.field != "" {
		r.bytes = append(r.bytes, c)
	}
}

// flushBytes decodes the bytes collected in the code page.
func (r *rtfReader) flushBytes() {
	if len(r.bytes) == 0 {
		return
	}
	text, err := r.Page.NewDecoder().Bytes(r.bytes)
	if err != nil {
		text = []byte(parse.Valid(r.bytes))
	}
	r.bytes = r.bytes[:0]
	r.put(string(text))
}

// put adds text to the document, to a property, or nowhere, depending on the group.
func (r *rtfReader) put(text string) {
	switch g := r.group(); {
	case g.field != "":
		if len(r.info[g.field]) < 1000 {
			r.info[g.field] += text
		}
	case !g.hidden:
		r.text.WriteString(text)
	}
}

// write adds text that is already Unicode.
func (r *rtfReader) write(text string) {
	r.flushBytes()
	r.put(text)
}

func (r *rtfReader) endParagraph() {
	r.flushBytes()
	text := strings.TrimRight(r.text.String(), " \t\n")
	if r.inRow {
		r.text.WriteByte('\n')
		return
	}
	r.text.Reset()
	if strings.TrimSpace(text) == "" {
		return
	}
	r.endTable()
	r.blocks = append(r.blocks, richtext.Block{Level: r.level, Text: text})
}

func (r *rtfReader) endCell() {
	r.flushBytes()
	text := strings.TrimSpace(r.text.String())
	r.text.Reset()
	if len(r.row) < parse.MaxColumns {
		r.row = append(r.row, text[:min(len(text), maxRTFCell)])
	}
}

func (r *rtfReader) endRow() {
	if len(r.row) > 0 {
		r.rows, r.row = append(r.rows, r.row), nil
	}
	r.inRow = false
	r.text.Reset()
}

// endTable adds a block of the consecutive rows.
func (r *rtfReader) endTable() {
	if len(r.row) > 0 {
		r.endRow()
	}
	if len(r.rows) > 0 {
		r.blocks, r.rows = append(r.blocks, richtext.Block{Table: r.rows}), nil
	}
}

// Parse parses a document in Rich Text Format.
func Parse(ctx context.Context, raw []byte) (*richtext.Document, error) {
	if raw = bytes.TrimLeft(raw, " \r\n\t\x00"); !bytes.HasPrefix(raw, []byte(`{\rtf`)) {
		return nil, parse.Unreadable("RTF document", errors.New(`it does not start with {\rtf`))
	}
	r := newRTFReader(raw)
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	return &richtext.Document{Kind: "rtf", Blocks: r.blocks, Facts: parse.Facts(r.info)}, nil
}
