package tool

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

const (
	maxXMLBytes = 16 << 20 // a tree takes up to xmlCost times its bytes
	xmlCost     = 36
)

// xmlDocument is parsed XML. It does not change after it is made.
type xmlDocument struct {
	root            *xmlNode // the document itself, above its elements
	elements, depth int
	namespaces      map[string]string // by prefix, as first declared
}

type xmlKind int

const (
	xmlRoot xmlKind = iota
	xmlElement
	xmlText
	xmlComment
)

// xmlName is a name with the prefix as written and the namespace that it stands for.
type xmlName struct{ prefix, local, space string }

func (n xmlName) qualified() string {
	if n.prefix == "" {
		return n.local
	}
	return n.prefix + ":" + n.local
}

type xmlAttribute struct {
	xmlName
	value string
}

// xmlNode is one node of the tree, linked to its neighbours.
type xmlNode struct {
	xmlName
	kind                                xmlKind
	text                                string // of texts and comments
	attributes                          []xmlAttribute
	parent, first, last, next, previous *xmlNode
}

// parseXML builds the tree. Bytes in UTF-16 are decoded first, any other encoding is the one that the document declares.
func parseXML(ctx context.Context, raw []byte) (*xmlDocument, error) {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.CharsetReader = declaredCharset
	if _, mark, from := detectCharset(raw); mark > 0 || from != nil && bytes.IndexByte(raw[:min(len(raw), 100)], 0) >= 0 {
		text, _ := decodeText(raw)
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
		return nil, parse.Unreadable("XML", fmt.Errorf("%s (line %d, column %d)", strings.TrimPrefix(parse.Brief(err), "XML syntax error on "), line, column))
	case b.document.element() == nil:
		return nil, parse.Unreadable("XML", errors.New("it has no element"))
	}
	return b.document, nil
}

// element is the one element at the top.
func (d *xmlDocument) element() *xmlNode {
	for n := d.root.first; n != nil; n = n.next {
		if n.kind == xmlElement {
			return n
		}
	}
	return nil
}

func (n *xmlNode) add(child *xmlNode) {
	child.parent, child.previous = n, n.last
	if n.last == nil {
		n.first = child
	} else {
		n.last.next = child
	}
	n.last = child
}

// walk visits the elements below with their paths until visit says stop, and says whether it was stopped.
func (n *xmlNode) walk(path string, visit func(*xmlNode, string) bool) (stopped bool) {
	for c := n.first; c != nil; c = c.next {
		if c.kind != xmlElement {
			continue
		}
		at := path + "/" + c.qualified()
		if !visit(c, at) || c.walk(at, visit) {
			return true
		}
	}
	return false
}

// inner is the text of all texts below.
func (n *xmlNode) inner() string {
	if n.first == nil {
		return n.text
	}
	var out strings.Builder
	n.writeText(&out)
	return out.String()
}

func (n *xmlNode) writeText(out *strings.Builder) {
	if n.kind == xmlText {
		out.WriteString(n.text)
	}
	for c := n.first; c != nil; c = c.next {
		c.writeText(out)
	}
}
