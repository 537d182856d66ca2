package xmltree

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
)

// Limits of XML documents.
const (
	MaxBytes = 16 << 20 // a tree takes up to Cost times its bytes
	// Cost is the memory in bytes for a byte of XML.
	Cost = 36
)

// Document is parsed XML. It is immutable.
type Document struct {
	Root            *Node // the document node above the elements
	Elements, Depth int
	Namespaces      map[string]string // by prefix
}

// Kind is the kind of a node.
type Kind int

// The kinds of nodes.
const (
	Root    Kind = iota // the document node
	Element             // an element
	Text                // a text
	Comment             // a comment
)

// Name is a name with its prefix as written and the namespace of the prefix.
type Name struct{ prefix, local, space string }

// Qualified returns the name with its prefix as written.
func (n Name) Qualified() string {
	if n.prefix == "" {
		return n.local
	}
	return n.prefix + ":" + n.local
}

// Attribute is one attribute of an element.
type Attribute struct {
	Name
	value string
}

// Node is one node of the tree, linked to its parent, children and siblings.
type Node struct {
	Name
	Kind                                Kind
	Text                                string // of texts and comments
	Attributes                          []Attribute
	parent, First, last, Next, previous *Node
}

// Parse parses XML into a tree. It decodes UTF-16 first; otherwise the encoding is the declared one.
func Parse(ctx context.Context, raw []byte) (*Document, error) {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.CharsetReader = declaredCharset
	if _, mark, from := plain.DetectCharset(raw); mark > 0 || from != nil && bytes.IndexByte(raw[:min(len(raw), 100)], 0) >= 0 {
		text, _ := plain.Decode(raw)
		d = xml.NewDecoder(bytes.NewReader(text))
		d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	b := newXMLBuilder()
	err := walkTokens(ctx, d, func(t xml.Token) bool { b.token(t); return true })
	switch {
	case err != nil && (fault.As(err) != nil || ctx.Err() != nil):
		return nil, err
	case err != nil:
		line, column := d.InputPos()
		return nil, parse.Unreadable("XML document", fmt.Errorf("%s (line %d, column %d)", strings.TrimPrefix(parse.Brief(err), "XML syntax error on "), line, column))
	case b.document.Element() == nil:
		return nil, parse.Unreadable("XML document", errors.New("it has no element"))
	}
	return b.document, nil
}

// Element returns the root element.
func (d *Document) Element() *Node {
	for n := d.Root.First; n != nil; n = n.Next {
		if n.Kind == Element {
			return n
		}
	}
	return nil
}

func (n *Node) add(child *Node) {
	child.parent, child.previous = n, n.last
	if n.last == nil {
		n.First = child
	} else {
		n.last.Next = child
	}
	n.last = child
}

// Walk visits the elements below with their paths until visit returns false, and reports whether it was stopped.
func (n *Node) Walk(path string, visit func(*Node, string) bool) (stopped bool) {
	for c := n.First; c != nil; c = c.Next {
		if c.Kind != Element {
			continue
		}
		at := path + "/" + c.Qualified()
		if !visit(c, at) || c.Walk(at, visit) {
			return true
		}
	}
	return false
}

// inner returns the text of the node and its descendants.
func (n *Node) inner() string {
	if n.First == nil {
		return n.Text
	}
	var out strings.Builder
	n.writeText(&out)
	return out.String()
}

func (n *Node) writeText(out *strings.Builder) {
	if n.Kind == Text {
		out.WriteString(n.Text)
	}
	for c := n.First; c != nil; c = c.Next {
		c.writeText(out)
	}
}
