package htmltree

import (
	"strings"

	xhtml "golang.org/x/net/html"

	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
)

// htmlReader converts a page to blocks of its visible text.
type htmlReader struct {
	blocks []richtext.Block
	text   strings.Builder
	level  int
	item   bool
	pre    int // number of open elements that preserve white space
}

// Blocks returns the blocks of a node and its descendants.
func Blocks(n *xhtml.Node) []richtext.Block {
	r := &htmlReader{}
	r.node(n)
	r.flush()
	return r.blocks
}

var (
	hiddenTags = parse.Set("script", "style", "template", "noscript", "head", "iframe", "object")
	blockTags  = parse.Set("address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "header", "hr", "html", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "ul")
)

func (r *htmlReader) node(n *xhtml.Node) {
	switch {
	case n.Type == xhtml.TextNode:
		r.write(n.Data)
	case n.Type == xhtml.ElementNode && hiddenTags[n.Data], n.Type == xhtml.CommentNode:
	case n.Type == xhtml.ElementNode:
		r.element(n)
	default:
		r.below(n)
	}
}

func (r *htmlReader) below(n *xhtml.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.node(c)
	}
}

func (r *htmlReader) element(n *xhtml.Node) {
	switch level := headingLevel(n.Data); {
	case n.Data == "br":
		r.text.WriteByte('\n')
	case n.Data == "img":
		r.write(Attribute(n, "alt"))
	case n.Data == "table":
		r.flush()
		r.add(richtext.Block{Table: tableRows(n)})
	case level > 0:
		r.within(n, func() { r.level = level })
	case n.Data == "li":
		r.within(n, func() { r.item = true })
	case n.Data == "pre" || n.Data == "textarea":
		r.within(n, func() { r.pre++ })
		r.pre--
	case blockTags[n.Data]:
		r.within(n, func() {})
	default:
		r.below(n)
	}
}

// within reads an element that starts and ends a block.
func (r *htmlReader) within(n *xhtml.Node, set func()) {
	r.flush()
	set()
	r.below(n)
	r.flush()
}

func headingLevel(tag string) int {
	if len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
		return int(tag[1] - '0')
	}
	return 0
}

// write adds text; outside of pre it collapses white space to one space.
func (r *htmlReader) write(text string) {
	if r.pre > 0 {
		r.text.WriteString(text)
		return
	}
	space := false
	for _, c := range text {
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' {
			space = true
			continue
		}
		if space {
			r.text.WriteByte(' ')
		}
		space = false
		r.text.WriteRune(c)
	}
	if space {
		r.text.WriteByte(' ')
	}
}

// flush ends the current block.
func (r *htmlReader) flush() {
	text := r.text.String()
	r.text.Reset()
	if r.pre == 0 {
		text = tidyLines(text)
	}
	if strings.TrimSpace(text) != "" {
		r.add(richtext.Block{Level: r.level, Item: r.item && r.level == 0, Text: strings.Trim(text, "\n")})
	}
	r.level, r.item = 0, false
}

func (r *htmlReader) add(b richtext.Block) {
	if b.Table != nil || b.Text != "" {
		r.blocks = append(r.blocks, b)
	}
}

// tidyLines collapses runs of spaces, and removes those at the start and end of lines.
func tidyLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.FieldsFunc(line, func(c rune) bool { return c == ' ' }), " ")
	}
	return strings.Join(lines, "\n")
}

// tableRows returns the rows of a table; a nested table is text of its cell.
func tableRows(n *xhtml.Node) (rows [][]string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Data {
		case "tr":
			rows = append(rows, tableCells(c))
		case "thead", "tbody", "tfoot":
			rows = append(rows, tableRows(c)...)
		case "caption":
			rows = append(rows, []string{richtext.Join(Blocks(c))})
		}
	}
	return rows
}

func tableCells(row *xhtml.Node) []string {
	cells := []string{}
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "td" || c.Data == "th" {
			cells = append(cells, richtext.Join(Blocks(c)))
		}
	}
	return cells
}
