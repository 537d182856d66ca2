package tool

import (
	"context"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"

	"vitrine/internal/fault"
	"vitrine/internal/format/htmltree"
	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "html", Aliases: []string{"HTMLToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(htmlFacts),
			grep(textOf),
			getLines(textOf),
			kit.Op("html_text", "The visible text of the page, without markup, scripts and styles; table cells are separated by tabs.", htmlText),
			kit.Op("html_select", `The elements that a CSS selector matches ("table.prices > tbody tr", "a[href^='https']"), with their text, attributes and markup.`, htmlSelect),
			kit.Op("html_links", "The links of the page: text, address as written, and absolute address when the page declares its own address.", htmlLinks),
			kit.Op("html_outline", "The headings of the page: level, number of characters below and a preview.", htmlOutline),
		},
	})
}

func htmlFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := parse.Facts(map[string]string{"title": d.Title(), "description": d.Meta("description"), "language": d.Language(), "base": d.Base()})
	facts["elementCount"], facts["linkCount"], facts["encoding"] = len(d.Elements), len(d.Named("a")), d.Charset
	return facts, nil
}

func htmlText(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := htmlDocument(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Prose{Facts: kit.Fields{}, Key: "text", Text: []byte(richtext.Join(w.Blocks))}, nil
}

func htmlOutline(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := htmlDocument(ctx, s)
	if err != nil {
		return nil, err
	}
	all := w.Sections()
	return kit.Series{Facts: kit.Fields{"sectionCount": len(all)}, Key: "sections", Each: kit.Items(all)}, nil
}

// htmlDocument reads the page as a document of blocks.
func htmlDocument(ctx context.Context, s *kit.Subject) (*richtext.Document, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, "html:blocks", 2*s.SizeBytes+htmltree.BlockCost*int64(len(d.Elements))+1<<10, func(context.Context, *kit.Subject) (*richtext.Document, error) {
		return &richtext.Document{Blocks: htmltree.Blocks(d.Root)}, nil
	})
}

type selectInput struct {
	Selector string `json:"selector" about:"A CSS selector, or several separated by commas" min:"1" max:"1000"`
}

// htmlMatch is one element that a selector matches.
type htmlMatch struct {
	Tag        string            `json:"tag"`
	Text       string            `json:"text"`
	Attributes map[string]string `json:"attributes,omitempty"`
	HTML       string            `json:"html"`
}

func htmlSelect(ctx context.Context, s *kit.Subject, in selectInput) (kit.Answer, error) {
	selectors, err := htmltree.ParseSelectors(in.Selector)
	if err != nil {
		return nil, err
	}
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := d.Find(ctx, selectors)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"matchCount": len(found)}, Key: "matches", Each: func(_ context.Context, from int64, visit func(int64, any) bool) error {
		for i := int(from); i < len(found) && visit(int64(i), matchOf(found[i])); i++ {
		}
		return nil
	}}, nil
}

func matchOf(n *xhtml.Node) htmlMatch {
	m := htmlMatch{Tag: n.Data, Text: richtext.Join(htmltree.Blocks(n)), HTML: htmltree.Markup(n), Attributes: map[string]string{}}
	for _, a := range n.Attr {
		m.Attributes[a.Key] = parse.Clip(a.Val, 500)
	}
	return m
}

// link is one link of a page. Absolute is empty when the page does not declare its own address, or the link is
// invalid.
type link struct {
	Text     string `json:"text"`
	Href     string `json:"href"`
	Absolute string `json:"absolute,omitempty"`
}

func htmlLinks(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	base, links := d.Base(), []link{}
	for _, n := range d.Named("a", "area") {
		if href := strings.TrimSpace(htmltree.Attribute(n, "href")); href != "" {
			text := strings.Join(strings.Fields(richtext.Join(htmltree.Blocks(n))), " ")
			links = append(links, link{parse.Clip(text, 300), parse.Clip(href, 2000), absolute(base, href)})
		}
	}
	return kit.Series{Facts: kit.Fields{"linkCount": len(links)}, Key: "links", Each: kit.Items(links)}, nil
}

// absolute resolves an address against the page's own address.
func absolute(base, href string) string {
	from, err := url.Parse(base)
	if err != nil || !from.IsAbs() || len(href) > 2000 {
		return ""
	}
	to, err := from.Parse(href)
	if err != nil {
		return ""
	}
	return to.String()
}

// htmlOf parses the page as a browser does: malformed HTML also gets a tree.
func htmlOf(ctx context.Context, s *kit.Subject) (*htmltree.Document, error) {
	if s.SizeBytes > htmltree.MaxBytes {
		return nil, fault.TooLarge("", "This page has %d bytes; the HTML tools parse at most %d.", s.SizeBytes, htmltree.MaxBytes).
			Try("Use grep or get_full, which accept larger documents.")
	}
	nodes, err := kit.Load(ctx, s, "html:nodes", max(2*s.SizeBytes, 1<<10), func(ctx context.Context, s *kit.Subject) (int64, error) {
		raw, err := s.ReadAll(ctx, htmltree.MaxBytes)
		return htmltree.CountNodes(ctx, raw), err
	})
	if err == nil && nodes > htmltree.MaxNodes {
		err = fault.TooLarge("", "This page expands to more than %d elements and texts, which is the limit.", htmltree.MaxNodes).
			Try("Use grep or get_full, which read the source as text.")
	}
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, "html", nodes*htmltree.NodeCost+2*s.SizeBytes, func(ctx context.Context, s *kit.Subject) (*htmltree.Document, error) {
		raw, err := s.ReadAll(ctx, htmltree.MaxBytes)
		if err != nil {
			return nil, err
		}
		return htmltree.Parse(ctx, raw, s.MIMEType)
	})
}
