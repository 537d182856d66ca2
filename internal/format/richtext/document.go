// Package richtext holds what the readers of text documents return: blocks, sections, tables, notes and slides.
package richtext

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// Document is a text document of any format: its blocks in reading order.
type Document struct {
	Kind   string // the format, such as word
	Blocks []Block
	Facts  map[string]any // properties of the file, such as title and author
}

// Block is a heading, a paragraph, a list item or a table.
type Block struct {
	Level int // of a heading, from 1; 0 when the block is not a heading
	Item  bool
	Text  string
	Table [][]string // rows of cells; nil when the block is not a table
}

// String returns the block as plain text: a table has one line per row with tabs between the cells.
func (b Block) String() string {
	if b.Table == nil {
		return b.Text
	}
	rows := make([]string, len(b.Table))
	for i, row := range b.Table {
		rows[i] = strings.Join(row, "\t")
	}
	return strings.Join(rows, "\n")
}

// Size returns the approximate number of bytes of the block's text.
func (b Block) Size() (n int) {
	n = len(b.Text)
	for _, row := range b.Table {
		for _, c := range row {
			n += len(c) + 1
		}
	}
	return n
}

// Bytes returns the approximate memory of the document's text.
func (w *Document) Bytes() int64 {
	n := int64(1 << 10)
	for _, b := range w.Blocks {
		n += int64(b.Size())
	}
	return n
}

// Join returns the text of blocks, separated by line breaks.
func Join(blocks []Block) string {
	var out strings.Builder
	for i, b := range blocks {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(b.String())
	}
	return out.String()
}

// Section is a heading and the blocks up to the next heading. Blocks before the first heading are a section of level
// 0.
type Section struct {
	Index      int    `json:"index"` // from 0
	Level      int    `json:"level"`
	Title      string `json:"title"`
	Characters int    `json:"characters"`
	Preview    string `json:"preview"` // the first 200 characters below the heading

	Blocks []Block `json:"-"` // heading included
}

// Sections splits the document at its headings; without headings it is one section.
func (w *Document) Sections() (out []Section) {
	for start := 0; start < len(w.Blocks); {
		end := start + 1
		for end < len(w.Blocks) && w.Blocks[end].Level == 0 {
			end++
		}
		out = append(out, newSection(len(out), w.Blocks[start:end]))
		start = end
	}
	return out
}

func newSection(index int, blocks []Block) Section {
	s, body := Section{Index: index, Blocks: blocks}, blocks
	if blocks[0].Level > 0 {
		s.Level, s.Title, body = blocks[0].Level, blocks[0].Text, blocks[1:]
	}
	var preview strings.Builder
	for _, b := range body {
		s.Characters += b.Size()
		if preview.Len() < 1000 {
			preview.WriteString(b.String() + " ")
		}
	}
	s.Preview, _ = firstRunes(strings.Join(strings.Fields(preview.String()), " "), 200)
	return s
}

// firstRunes returns the first n characters of a text and whether there are more.
func firstRunes(text string, n int) (string, bool) {
	for i := range text {
		if n--; n < 0 {
			return text[:i], true
		}
	}
	return text, false
}

// Tables returns the rows of each table.
func (w *Document) Tables() [][][]string {
	var out [][][]string
	for _, b := range w.Blocks {
		if b.Table != nil {
			out = append(out, b.Table)
		}
	}
	return out
}

// HTML returns the document as plain HTML: headings, paragraphs, lists and tables, with all text escaped.
func (w *Document) HTML() string {
	var out strings.Builder
	for i, b := range w.Blocks {
		if b.Item && (i == 0 || !w.Blocks[i-1].Item) {
			out.WriteString("<ul>\n")
		}
		out.WriteString(b.html() + "\n")
		if b.Item && (i == len(w.Blocks)-1 || !w.Blocks[i+1].Item) {
			out.WriteString("</ul>\n")
		}
	}
	return out.String()
}

func (b Block) html() string {
	text := strings.ReplaceAll(html.EscapeString(b.Text), "\n", "<br>")
	switch {
	case b.Table != nil:
		return tableHTML(b.Table)
	case b.Level > 0:
		return fmt.Sprintf("<h%d>%s</h%[1]d>", min(b.Level, 6), text)
	case b.Item:
		return "<li>" + text + "</li>"
	default:
		return "<p>" + text + "</p>"
	}
}

func tableHTML(rows [][]string) string {
	var out strings.Builder
	out.WriteString("<table>\n")
	for row := range slices.Values(rows) {
		out.WriteString("<tr>")
		for _, c := range row {
			out.WriteString("<td>" + strings.ReplaceAll(html.EscapeString(c), "\n", "<br>") + "</td>")
		}
		out.WriteString("</tr>\n")
	}
	return out.String() + "</table>"
}
