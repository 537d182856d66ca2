package tool

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// writing is a written document as blocks in reading order, whatever format it came in.
type writing struct {
	kind   string // of the format
	blocks []block
	facts  map[string]any // what the format says about it, such as title and author
}

// block is a heading, a paragraph, an item of a list or a table.
type block struct {
	level int // of a heading, from 1; 0 for what is none
	item  bool
	text  string
	table [][]string // rows of cells; nil for what is no table
}

// String is the block as plain text: a table has a line for each row with tabs between the cells.
func (b block) String() string {
	if b.table == nil {
		return b.text
	}
	rows := make([]string, len(b.table))
	for i, row := range b.table {
		rows[i] = strings.Join(row, "\t")
	}
	return strings.Join(rows, "\n")
}

// size is about how many bytes the block's text has.
func (b block) size() (n int) {
	n = len(b.text)
	for _, row := range b.table {
		for _, c := range row {
			n += len(c) + 1
		}
	}
	return n
}

// bytes is about how much memory the document's text takes.
func (w *writing) bytes() int64 {
	n := int64(1 << 10)
	for _, b := range w.blocks {
		n += int64(b.size())
	}
	return n
}

// blockText joins blocks, one line break between two.
func blockText(blocks []block) string {
	var out strings.Builder
	for i, b := range blocks {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(b.String())
	}
	return out.String()
}

// section is a heading with what stands below it up to the next heading. What stands before the first has level 0.
type section struct {
	Index      int    `json:"index"` // from 0
	Level      int    `json:"level"`
	Title      string `json:"title"`
	Characters int    `json:"characters"`
	Preview    string `json:"preview"` // the first 200 characters below the heading

	blocks []block // heading included
}

// sections cuts the document at its headings; without any it is one section.
func (w *writing) sections() (out []section) {
	for start := 0; start < len(w.blocks); {
		end := start + 1
		for end < len(w.blocks) && w.blocks[end].level == 0 {
			end++
		}
		out = append(out, newSection(len(out), w.blocks[start:end]))
		start = end
	}
	return out
}

func newSection(index int, blocks []block) section {
	s, body := section{Index: index, blocks: blocks}, blocks
	if blocks[0].level > 0 {
		s.Level, s.Title, body = blocks[0].level, blocks[0].text, blocks[1:]
	}
	var preview strings.Builder
	for _, b := range body {
		s.Characters += b.size()
		if preview.Len() < 1000 {
			preview.WriteString(b.String() + " ")
		}
	}
	s.Preview, _ = firstRunes(strings.Join(strings.Fields(preview.String()), " "), 200)
	return s
}

// firstRunes gives the first n characters of a text and whether there are more.
func firstRunes(text string, n int) (string, bool) {
	for i := range text {
		if n--; n < 0 {
			return text[:i], true
		}
	}
	return text, false
}

// tables gives the blocks that are tables.
func (w *writing) tables() [][][]string {
	var out [][][]string
	for _, b := range w.blocks {
		if b.table != nil {
			out = append(out, b.table)
		}
	}
	return out
}

// html writes the document as plain HTML: headings, paragraphs, lists and tables, every text escaped.
func (w *writing) html() string {
	var out strings.Builder
	for i, b := range w.blocks {
		if b.item && (i == 0 || !w.blocks[i-1].item) {
			out.WriteString("<ul>\n")
		}
		out.WriteString(b.html() + "\n")
		if b.item && (i == len(w.blocks)-1 || !w.blocks[i+1].item) {
			out.WriteString("</ul>\n")
		}
	}
	return out.String()
}

func (b block) html() string {
	text := strings.ReplaceAll(html.EscapeString(b.text), "\n", "<br>")
	switch {
	case b.table != nil:
		return tableHTML(b.table)
	case b.level > 0:
		return fmt.Sprintf("<h%d>%s</h%[1]d>", min(b.level, 6), text)
	case b.item:
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
