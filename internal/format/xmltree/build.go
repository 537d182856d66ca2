// Package xmltree parses XML into bounded trees, and finds elements in them by XPath.
package xmltree

import (
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// xmlBuilder builds a tree from tokens. The decoder reports namespaces; the builder restores prefixes from the
// declarations.
type xmlBuilder struct {
	document *Document
	open     *Node
	depth    int
	prefixes []map[string]string // namespace → prefix, for each open element; nil without declarations
	text     strings.Builder     // text since the last node, CDATA sections included
}

func newXMLBuilder() *xmlBuilder {
	d := &Document{Root: &Node{Kind: Root}, Namespaces: map[string]string{}}
	return &xmlBuilder{document: d, open: d.Root}
}

// declaredCharset decodes the encoding that a document declares.
func declaredCharset(label string, r io.Reader) (io.Reader, error) {
	return charset.NewReaderLabel(label, r)
}

func (b *xmlBuilder) token(t xml.Token) {
	if characters, ok := t.(xml.CharData); ok {
		b.text.Write(characters)
		return
	}
	b.endText()
	switch t := t.(type) {
	case xml.StartElement:
		b.start(t)
	case xml.EndElement:
		b.open, b.depth = b.open.parent, b.depth-1
		b.prefixes = b.prefixes[:b.depth]
	case xml.Comment:
		b.open.add(&Node{Kind: Comment, Text: string(t)})
	}
}

// endText adds the text read so far. White space with a line break is indentation and is left out.
func (b *xmlBuilder) endText() {
	text := b.text.String()
	b.text.Reset()
	if text == "" || b.open.Kind != Element || strings.Contains(text, "\n") && strings.TrimSpace(text) == "" {
		return
	}
	b.open.add(&Node{Kind: Text, Text: text})
}

func (b *xmlBuilder) start(e xml.StartElement) {
	b.declare(e)
	n := &Node{Name: b.name(e.Name), Kind: Element}
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		n.Attributes = append(n.Attributes, Attribute{b.name(a.Name), a.Value})
	}
	b.open.add(n)
	b.open, b.depth = n, b.depth+1
	b.document.Elements++
	b.document.Depth = max(b.document.Depth, b.depth)
}

// declare records the prefixes that an element declares.
func (b *xmlBuilder) declare(e xml.StartElement) {
	var own map[string]string
	for _, a := range e.Attr {
		prefix := a.Name.Local
		if a.Name.Space == "" && a.Name.Local == "xmlns" {
			prefix = ""
		} else if a.Name.Space != "xmlns" {
			continue
		}
		if own == nil {
			own = map[string]string{}
		}
		own[a.Value] = prefix
		if _, ok := b.document.Namespaces[prefix]; !ok {
			b.document.Namespaces[prefix] = a.Value
		}
	}
	b.prefixes = append(b.prefixes, own)
}

// name returns a name with the prefix of its namespace from the innermost declaration. An undeclared prefix is its own
// namespace.
func (b *xmlBuilder) name(n xml.Name) Name {
	if n.Space == "" {
		return Name{local: n.Local}
	}
	if n.Space == "http://www.w3.org/XML/1998/namespace" {
		return Name{"xml", n.Local, n.Space}
	}
	for i := len(b.prefixes) - 1; i >= 0; i-- {
		if prefix, ok := b.prefixes[i][n.Space]; ok {
			return Name{prefix, n.Local, n.Space}
		}
	}
	return Name{n.Space, n.Local, n.Space}
}
