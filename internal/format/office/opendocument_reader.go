package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
)

// openReader converts the tokens of OpenDocument XML to blocks.
type openReader struct {
	blocks    []richtext.Block
	Page      func(blocks, notes []richtext.Block) // called for each page of a presentation; nil otherwise
	notes     []richtext.Block
	open      []*openParagraph // innermost last: a note is inside a paragraph
	tables    []*openTable     // innermost last
	lists     int              // number of open lists
	title     bool             // inside the title frame of a page
	inNotes   bool
	skipped   int // depth inside elements that are not shown
	expansion allowance
}

// openNotShown are elements whose content is not part of the document text.
var openNotShown = parse.Set("tracked-changes", "annotation", "automatic-styles", "styles", "scripts", "forms", "sequence-decls", "ruby-text")

func (r *openReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		r.start(t)
	case xml.EndElement:
		r.end(t.Name.Local)
	case xml.CharData:
		if r.skipped == 0 {
			r.write(string(t))
		}
	}
}

func (r *openReader) start(e xml.StartElement) {
	if r.skipped > 0 || openNotShown[e.Name.Local] {
		r.skipped++
		return
	}
	switch e.Name.Local {
	case "p", "h":
		r.open = append(r.open, &openParagraph{Block: richtext.Block{Level: r.levelOf(e), Item: r.lists > 0 && e.Name.Local == "p"}})
	case "list":
		r.lists++
	case "frame":
		r.title = xmltree.AttributeOf(e, "class") == "title"
	case "notes":
		r.inNotes = true
	case "table", "table-row", "table-cell", "covered-table-cell":
		r.startTable(e)
	default:
		if text := openCharacter(e); r.expansion.take(len(text)) {
			r.write(text)
		}
	}
}

// levelOf returns the level of a heading; the text of a title frame is a heading.
func (r *openReader) levelOf(e xml.StartElement) int {
	if e.Name.Local == "h" {
		return repeated(e, "outline-level", 9)
	}
	if r.title && !r.inNotes {
		return 1
	}
	return 0
}

// openCharacter returns the text that an element represents.
func openCharacter(e xml.StartElement) string {
	switch e.Name.Local {
	case "s":
		return strings.Repeat(" ", repeated(e, "c", maxRepeated))
	case "tab":
		return "\t"
	case "line-break":
		return "\n"
	case "note-body":
		return " ["
	default:
		return ""
	}
}

// repeated returns a number attribute from 1 to most; 1 when it is absent.
func repeated(e xml.StartElement, name string, most int) int {
	n, err := strconv.Atoi(xmltree.AttributeOf(e, name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, most)
}

func (r *openReader) end(local string) {
	if r.skipped > 0 {
		r.skipped--
		return
	}
	switch local {
	case "p", "h":
		r.endParagraph()
	case "note-body":
		r.write("]")
	case "list":
		r.lists--
	case "frame":
		r.title = false
	case "notes":
		r.inNotes = false
	case "page":
		r.endPage()
	case "table", "table-row", "table-cell", "covered-table-cell":
		r.endTable(local)
	}
}

func (r *openReader) write(text string) {
	if len(r.open) > 0 {
		r.open[len(r.open)-1].text.WriteString(text)
	}
}

// endParagraph ends a paragraph; the text of a nested one, such as a note, is added to the outer one.
func (r *openReader) endParagraph() {
	if len(r.open) == 0 {
		return
	}
	p := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	p.Text = strings.TrimRight(p.text.String(), " \n\t")
	if len(r.open) > 0 {
		r.write(p.Text)
		return
	}
	r.add(p.Block)
}

// add adds a block to the open cell, the notes or the document.
func (r *openReader) add(b richtext.Block) {
	switch {
	case b.Table == nil && strings.TrimSpace(b.Text) == "":
	case len(r.tables) > 0:
		r.tables[len(r.tables)-1].write(b.String())
	case r.inNotes:
		r.notes = append(r.notes, b)
	default:
		r.blocks = append(r.blocks, b)
	}
}

func (r *openReader) endPage() {
	if r.Page != nil {
		r.Page(r.blocks, r.notes)
		r.blocks, r.notes = nil, nil
	}
}
