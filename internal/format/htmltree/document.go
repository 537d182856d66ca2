// Package htmltree parses HTML pages into bounded trees: text, links, outline and CSS selectors.
package htmltree

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"vitrine/internal/fault"
	"vitrine/internal/format/plain"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
)

const (
	// MaxBytes is the size of the largest page that is parsed.
	MaxBytes = 16 << 20
	// MaxNodes is the number of elements and texts of a page at most.
	MaxNodes = 3_000_000
	// NodeCost is the memory in bytes of a node.
	NodeCost = 200
	// BlockCost is the memory in bytes of an element that is a block of text.
	BlockCost = 96
)

// Document is a parsed page. It is immutable.
type Document struct {
	Root     *xhtml.Node
	Elements []*xhtml.Node // in document order
	Charset  string
}

// Parse decodes the bytes by their byte order mark, the page's declaration or as windows-1252, and parses them.
func Parse(ctx context.Context, raw []byte, mime string) (*Document, error) {
	text, name := decodeHTML(raw, mime)
	root, err := parse.Guard(func() (*xhtml.Node, error) { return xhtml.Parse(parse.Reader(ctx, bytes.NewReader(text))) })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && strings.Contains(err.Error(), "512"):
		return nil, fault.TooLarge("", "This page is nested more than 512 levels deep, which is the limit.").Try("Use grep or get_full, which read the source as text.")
	case err != nil:
		return nil, parse.Unreadable("HTML page", err)
	}
	d := &Document{Root: root, Charset: name}
	for n := range root.Descendants() {
		if n.Type == xhtml.ElementNode {
			d.Elements = append(d.Elements, n)
		}
	}
	return d, nil
}

func decodeHTML(raw []byte, mime string) (text []byte, name string) {
	if _, mark, from := plain.DetectCharset(raw); mark > 0 || from == nil {
		return plain.Decode(raw)
	}
	encoding, name, _ := charset.DetermineEncoding(raw[:min(len(raw), 1024)], mime)
	text, err := encoding.NewDecoder().Bytes(raw)
	if err != nil {
		return plain.Decode(raw)
	}
	return text, name
}

// Named returns the elements with one of some tag names.
func (d *Document) Named(tags ...string) (found []*xhtml.Node) {
	for _, n := range d.Elements {
		if slices.Contains(tags, n.Data) {
			found = append(found, n)
		}
	}
	return found
}

// Title returns the page's title; empty when there is none.
func (d *Document) Title() string {
	for _, n := range d.Named("title") {
		if n.FirstChild != nil {
			return strings.Join(strings.Fields(n.FirstChild.Data), " ")
		}
	}
	return ""
}

// Meta returns the content of the first meta element with a name; empty when there is none.
func (d *Document) Meta(name string) string {
	for _, n := range d.Named("meta") {
		if strings.EqualFold(Attribute(n, "name"), name) {
			return Attribute(n, "content")
		}
	}
	return ""
}

// Language returns the language that the page declares; empty when it does not.
func (d *Document) Language() string {
	for _, n := range d.Named("html") {
		return Attribute(n, "lang")
	}
	return ""
}

// Base returns the address that links are relative to: that of the base element, or else of the canonical link.
func (d *Document) Base() string {
	for _, n := range d.Named("base") {
		return Attribute(n, "href")
	}
	for _, n := range d.Named("link") {
		if strings.EqualFold(Attribute(n, "rel"), "canonical") {
			return Attribute(n, "href")
		}
	}
	return ""
}

// Attribute returns an attribute of an element; empty when it is absent.
func Attribute(n *xhtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Markup returns an element as HTML, cut when it is long.
func Markup(n *xhtml.Node) string {
	b := &limitedBuffer{room: 4 * xmltree.MaxMarkup}
	_ = xhtml.Render(b, n) // it fails when the buffer is full
	return parse.Clip(b.String(), xmltree.MaxMarkup)
}

// limitedBuffer is a buffer of limited size.
type limitedBuffer struct {
	strings.Builder
	room int
}

// Write fails once the buffer is full.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.room {
		b.Builder.Write(p[:b.room-b.Len()])
		return 0, io.ErrShortBuffer
	}
	return b.Builder.Write(p)
}
