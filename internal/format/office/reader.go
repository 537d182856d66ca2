package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/xmltree"
)

// officeReader converts the tokens of Office XML to blocks. Word and PowerPoint use the same names for text elements:
// p, t, br, tab, tbl, tr, tc.
type officeReader struct {
	headings map[string]int // style → heading level
	blocks   []richtext.Block
	open     []*openParagraph // innermost last: a text box is a paragraph inside a paragraph
	tables   []*grid          // innermost last
	skipped  int              // depth inside elements that are not shown
	inText   bool
	role     string // role of a shape on a slide, such as title
	prefix   string // put before the next paragraph, such as the number of a note
}

type openParagraph struct {
	richtext.Block
	text strings.Builder
}

// grid is a table being read.
type grid struct{ rows [][]string }

// notShown are elements whose content is not document text: fallbacks are duplicates, deletions are gone.
var notShown = map[string]bool{
	"Fallback": true, "del": true, "moveFrom": true, "delText": true, "instrText": true, "tabs": true, "tabLst": true, "fldChar": true,
}

func (r *officeReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		r.start(t)
	case xml.EndElement:
		r.end(t.Name.Local)
	case xml.CharData:
		if r.inText && r.skipped == 0 {
			r.write(string(t))
		}
	}
}

func (r *officeReader) start(e xml.StartElement) {
	if r.skipped > 0 || notShown[e.Name.Local] {
		r.skipped++
		return
	}
	switch e.Name.Local {
	case "p":
		r.open = append(r.open, &openParagraph{})
	case "t":
		r.inText = true
	case "tbl":
		r.tables = append(r.tables, &grid{})
	case "tr", "tc":
		r.cell(e.Name.Local)
	case "ph":
		r.role = xmltree.AttributeOf(e, "type")
	case "pStyle", "outlineLvl", "numPr":
		r.style(e)
	default:
		r.write(characterOf(e))
	}
}

// characterOf returns the text that an element represents.
func characterOf(e xml.StartElement) string {
	switch e.Name.Local {
	case "tab", "ptab":
		return "\t"
	case "br", "cr":
		return "\n"
	case "noBreakHyphen":
		return "-"
	case "footnoteReference", "endnoteReference":
		return "[" + xmltree.AttributeOf(e, "id") + "]"
	default:
		return ""
	}
}

// style reads a property of the open paragraph.
func (r *officeReader) style(e xml.StartElement) {
	if len(r.open) == 0 {
		return
	}
	p, value := r.open[len(r.open)-1], xmltree.AttributeOf(e, "val")
	switch e.Name.Local {
	case "pStyle":
		p.Level = r.headings[value]
	case "numPr":
		p.Item = true
	case "outlineLvl":
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
			p.Level = n + 1
		}
	}
}

func (r *officeReader) end(local string) {
	if r.skipped > 0 {
		r.skipped--
		return
	}
	switch local {
	case "t":
		r.inText = false
	case "p":
		r.endParagraph()
	case "tbl":
		r.endTable()
	case "sp":
		r.role = ""
	}
}

func (r *officeReader) write(text string) {
	if len(r.open) > 0 {
		r.open[len(r.open)-1].text.WriteString(text)
	}
}

func (r *officeReader) endParagraph() {
	if len(r.open) == 0 {
		return
	}
	p := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if r.role == "title" || r.role == "ctrTitle" {
		p.Level = 1
	}
	p.Text = strings.TrimRight(p.text.String(), " \n\t")
	if r.prefix != "" && p.Text != "" {
		p.Text, r.prefix = r.prefix+strings.TrimSpace(p.Text), ""
	}
	p.Item = p.Item && p.Level == 0
	r.add(p.Block)
}

// add adds a block to the open cell, or to the document. It leaves out empty blocks and the numbers, dates and footers
// of slides.
func (r *officeReader) add(b richtext.Block) {
	placeholder := r.role == "sldNum" || r.role == "dt" || r.role == "ftr" || r.role == "hdr"
	if placeholder || b.Table == nil && strings.TrimSpace(b.Text) == "" {
		return
	}
	if len(r.tables) == 0 {
		r.blocks = append(r.blocks, b)
		return
	}
	r.tables[len(r.tables)-1].write(b.String())
}

func (r *officeReader) cell(local string) {
	if len(r.tables) == 0 {
		return
	}
	g := r.tables[len(r.tables)-1]
	if local == "tr" {
		g.rows = append(g.rows, []string{})
	} else if len(g.rows) > 0 {
		last := len(g.rows) - 1
		g.rows[last] = append(g.rows[last], "")
	}
}

func (r *officeReader) endTable() {
	if len(r.tables) == 0 {
		return
	}
	g := r.tables[len(r.tables)-1]
	r.tables = r.tables[:len(r.tables)-1]
	if len(g.rows) > 0 {
		r.add(richtext.Block{Table: g.rows})
	}
}

// write appends a paragraph to the last cell.
func (g *grid) write(text string) {
	if len(g.rows) == 0 || len(g.rows[len(g.rows)-1]) == 0 {
		return
	}
	row := g.rows[len(g.rows)-1]
	if last := &row[len(row)-1]; *last == "" {
		*last = text
	} else {
		*last += "\n" + text
	}
}
