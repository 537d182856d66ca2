package xmltree

import (
	"encoding/xml"
	"strings"

	"vitrine/internal/parse"
)

// MaxMarkup is how many characters of an element's markup are returned.
const MaxMarkup = 4000

// Markup returns an element as XML, cut to MaxMarkup characters.
func (n *Node) Markup() string {
	var out strings.Builder
	n.write(&out)
	return parse.Clip(out.String(), MaxMarkup)
}

// write stops soon after the markup is longer than MaxMarkup.
func (n *Node) write(out *strings.Builder) {
	switch {
	case out.Len() > 4*MaxMarkup:
		return
	case n.Kind == Text:
		escape(out, n.Text)
		return
	case n.Kind == Comment:
		out.WriteString("<!--" + n.Text + "-->")
		return
	}
	out.WriteString("<" + n.Qualified())
	for _, a := range n.Attributes {
		out.WriteString(" " + a.Qualified() + `="`)
		escape(out, a.value)
		out.WriteString(`"`)
	}
	if n.First == nil {
		out.WriteString("/>")
		return
	}
	out.WriteString(">")
	for c := n.First; c != nil; c = c.Next {
		c.write(out)
	}
	out.WriteString("</" + n.Qualified() + ">")
}

func escape(out *strings.Builder, text string) {
	_ = xml.EscapeText(out, []byte(text)) // a builder never fails
}
