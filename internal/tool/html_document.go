package tool

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

const (
	maxHTMLBytes = 16 << 20
	maxHTMLNodes = 3_000_000
	htmlCost     = 200 // memory of a node

	htmlBlockCost = 96 // memory of an element that is a block of text
)

// htmlDocument is a parsed page. It does not change after it is made.
type htmlDocument struct {
	root     *xhtml.Node
	elements []*xhtml.Node // in the order of the page
	charset  string
}

// parseHTML decodes the bytes by their mark, by the page's own declaration or as windows-1252, and parses them.
func parseHTML(ctx context.Context, raw []byte, mime string) (*htmlDocument, error) {
	text, name := decodeHTML(raw, mime)
	root, err := parse.Guard(func() (*xhtml.Node, error) { return xhtml.Parse(parse.Reader(ctx, bytes.NewReader(text))) })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && strings.Contains(err.Error(), "512"):
		return nil, fault.TooLarge("", "This page is nested more than 512 deep, the most that is read.").Try("Use grep or get_full, which take it as text.")
	case err != nil:
		return nil, parse.Unreadable("HTML", err)
	}
	d := &htmlDocument{root: root, charset: name}
	for n := range root.Descendants() {
		if n.Type == xhtml.ElementNode {
			d.elements = append(d.elements, n)
		}
	}
	return d, nil
}

func decodeHTML(raw []byte, mime string) (text []byte, name string) {
	if _, mark, from := detectCharset(raw); mark > 0 || from == nil {
		return decodeText(raw)
	}
	encoding, name, _ := charset.DetermineEncoding(raw[:min(len(raw), 1024)], mime)
	text, err := encoding.NewDecoder().Bytes(raw)
	if err != nil {
		return decodeText(raw)
	}
	return text, name
}

// timed is a reader that ends with its context, which ends a parser that knows no context.
// named gives the elements of some tags.
func (d *htmlDocument) named(tags ...string) (found []*xhtml.Node) {
	for _, n := range d.elements {
		if slices.Contains(tags, n.Data) {
			found = append(found, n)
		}
	}
	return found
}

func (d *htmlDocument) title() string {
	for _, n := range d.named("title") {
		if n.FirstChild != nil {
			return strings.Join(strings.Fields(n.FirstChild.Data), " ")
		}
	}
	return ""
}

func (d *htmlDocument) meta(name string) string {
	for _, n := range d.named("meta") {
		if strings.EqualFold(htmlAttribute(n, "name"), name) {
			return htmlAttribute(n, "content")
		}
	}
	return ""
}

func (d *htmlDocument) language() string {
	for _, n := range d.named("html") {
		return htmlAttribute(n, "lang")
	}
	return ""
}

// base is the address that links are relative to: of the base element, else of the canonical link.
func (d *htmlDocument) base() string {
	for _, n := range d.named("base") {
		return htmlAttribute(n, "href")
	}
	for _, n := range d.named("link") {
		if strings.EqualFold(htmlAttribute(n, "rel"), "canonical") {
			return htmlAttribute(n, "href")
		}
	}
	return ""
}

func htmlAttribute(n *xhtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// htmlMarkup writes an element as HTML, cut when long.
func htmlMarkup(n *xhtml.Node) string {
	b := &brimful{room: 4 * maxMarkup}
	_ = xhtml.Render(b, n) // it fails when there is enough
	return parse.Clip(b.String(), maxMarkup)
}

// brimful is a buffer that takes no more than fits.
type brimful struct {
	strings.Builder
	room int
}

// Write fails once the buffer is full.
func (b *brimful) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.room {
		b.Builder.Write(p[:b.room-b.Len()])
		return 0, io.ErrShortBuffer
	}
	return b.Builder.Write(p)
}
