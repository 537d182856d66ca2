package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "xml", Aliases: []string{"XMLToolLibrary", "SVGToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(xmlFacts),
			grep(textOf),
			getLines(textOf),
			kit.Op("xml_xpath", `The nodes or the value that an XPath 1.0 expression selects ("//book[price > 10]/title", "count(//item)", "//a/@href"). Use the document's own namespace prefixes; *[local-name()='x'] matches in any namespace.`, xmlXPath),
			kit.Op("xml_outline", "The elements by path: their number, attributes and a sample of their text.", xmlOutline),
		},
	})
}

func xmlFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	d, err := xmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"elementCount": d.Elements, "depth": d.Depth}
	if root := d.Element(); root != nil {
		facts["rootElement"], facts["namespaces"] = root.Qualified(), d.Namespaces
	}
	return facts, nil
}

type xpathInput struct {
	XPath string `json:"xpath" about:"The XPath expression" min:"1" max:"2000"`
}

// selected is one node that an expression selects: an element with its markup, or another node with its text.
type selected struct {
	Path string `json:"path"` // an XPath to this node
	Text string `json:"text"`
	XML  string `json:"xml,omitempty"`
}

func xmlXPath(ctx context.Context, s *kit.Subject, in xpathInput) (kit.Answer, error) {
	expression, err := xmltree.Compile(in.XPath)
	if err != nil {
		return nil, err
	}
	d, err := xmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	value, isValue, err := xmltree.Evaluate(ctx, expression, d)
	if err != nil {
		return nil, err
	}
	if isValue {
		return kit.Whole{Value: kit.Fields{"value": value}}, nil
	}
	return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		n := int64(-1)
		return xmltree.Each(ctx, expression, d, func(at *xmltree.Navigator) bool {
			n++
			return n < from || visit(n, selectedAt(at))
		})
	}}, nil
}

func selectedAt(at *xmltree.Navigator) selected {
	found := selected{Path: at.Path(), Text: at.Value()}
	if at.Attr < 0 && at.Node.Kind == xmltree.Element && at.Node.First != nil {
		found.XML = at.Node.Markup()
		found.Text = strings.Join(strings.Fields(found.Text), " ")
	}
	return found
}

// maxOutline is how many different element paths the outline lists.
const maxOutline = 5000

// outlined describes all elements with one path.
type outlined struct {
	Path       string   `json:"path"`
	Count      int      `json:"count"`
	Attributes []string `json:"attributes,omitempty"`
	Sample     string   `json:"sample,omitempty"` // the first text found
}

func xmlOutline(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	d, err := xmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	found, order := map[string]*outlined{}, []*outlined{}
	left := d.Root.Walk("", func(n *xmltree.Node, path string) bool {
		at := found[path]
		if at == nil {
			at = &outlined{Path: path}
			found[path], order = at, append(order, at)
		}
		at.add(n)
		return len(order) < maxOutline && ctx.Err() == nil
	})
	facts := kit.Fields{"elementCount": d.Elements}
	if left {
		facts["truncated"] = fmt.Sprintf("The document has more than %d different element paths; the rest is left out. Use xml_xpath to read them.", maxOutline)
	}
	return kit.Series{Facts: facts, Key: "paths", Each: kit.Items(order)}, ctx.Err()
}

func (o *outlined) add(n *xmltree.Node) {
	o.Count++
	for _, a := range n.Attributes {
		if len(o.Attributes) < 50 && !slices.Contains(o.Attributes, a.Qualified()) {
			o.Attributes = append(o.Attributes, a.Qualified())
		}
	}
	for c := n.First; c != nil && o.Sample == ""; c = c.Next {
		if c.Kind == xmltree.Text {
			o.Sample = parse.Clip(strings.Join(strings.Fields(c.Text), " "), 80)
		}
	}
}

// xmlOf parses the document as an XML tree.
func xmlOf(ctx context.Context, s *kit.Subject) (*xmltree.Document, error) {
	if s.SizeBytes > xmltree.MaxBytes {
		return nil, fault.TooLarge("", "This document has %d bytes; the XML tools parse at most %d.", s.SizeBytes, xmltree.MaxBytes).
			Try("Use grep or get_full, which accept larger documents.")
	}
	return kit.Load(ctx, s, "xml", max(s.SizeBytes*xmltree.Cost, 1<<10), func(ctx context.Context, s *kit.Subject) (*xmltree.Document, error) {
		raw, err := s.ReadAll(ctx, xmltree.MaxBytes)
		if err != nil {
			return nil, err
		}
		return xmltree.Parse(ctx, raw)
	})
}
