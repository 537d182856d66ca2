package tool

import (
	"encoding/xml"
	"strings"

	"vitrine/internal/parse"
)

// maxMarkup is how many characters of an element's markup are shown.
const maxMarkup = 4000

// markup writes an element as XML, cut when long.
func (n *xmlNode) markup() string {
	var out strings.Builder
	n.write(&out)
	return parse.Clip(out.String(), maxMarkup)
}

// write stops soon after the markup is long enough to be cut.
func (n *xmlNode) write(out *strings.Builder) {
	switch {
	case out.Len() > 4*maxMarkup:
		return
	case n.kind == xmlText:
		escape(out, n.text)
		return
	case n.kind == xmlComment:
		out.WriteString("<!--" + n.text + "-->")
		return
	}
	out.WriteString("<" + n.qualified())
	for _, a := range n.attributes {
		out.WriteString(" " + a.qualified() + `="`)
		escape(out, a.value)
		out.WriteString(`"`)
	}
	if n.first == nil {
		out.WriteString("/>")
		return
	}
	out.WriteString(">")
	for c := n.first; c != nil; c = c.next {
		c.write(out)
	}
	out.WriteString("</" + n.qualified() + ">")
}

func escape(out *strings.Builder, text string) {
	_ = xml.EscapeText(out, []byte(text)) // a builder never fails
}
