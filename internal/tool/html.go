package tool

import (
	"vitrine/internal/parse"

	"context"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"
)

func init() {
	register(kitSpec{
		name: "html", aliases: []string{"HTMLToolLibrary"},
		operations: []operation{
			fullText(textOf),
			metadata(htmlFacts),
			grep(textOf),
			getLines(textOf),
			op("html_text", "The text that a reader of the page sees, without markup, scripts and styles; cells of tables are separated by tabs.", htmlText),
			op("html_select", `The elements that a CSS selector matches ("table.prices > tbody tr", "a[href^='https']"), with their text, attributes and markup.`, htmlSelect),
			op("html_links", "The links of the page with their text, address as written and absolute address where the page tells its own.", htmlLinks),
			op("html_outline", "The headings of the page with level, size of the text below and a preview.", htmlOutline),
		},
	})
}

func htmlFacts(ctx context.Context, s *subject) (fields, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := known(map[string]string{"title": d.title(), "description": d.meta("description"), "language": d.language(), "base": d.base()})
	facts["elementCount"], facts["linkCount"], facts["encoding"] = len(d.elements), len(d.named("a")), d.charset
	return facts, nil
}

func htmlText(ctx context.Context, s *subject, _ none) (answer, error) {
	w, err := htmlWriting(ctx, s)
	if err != nil {
		return nil, err
	}
	return prose{facts: fields{}, key: "text", text: []byte(blockText(w.blocks))}, nil
}

func htmlOutline(ctx context.Context, s *subject, _ none) (answer, error) {
	w, err := htmlWriting(ctx, s)
	if err != nil {
		return nil, err
	}
	all := w.sections()
	return series{facts: fields{"sectionCount": len(all)}, key: "sections", each: items(all)}, nil
}

// htmlWriting reads the page as a written document.
func htmlWriting(ctx context.Context, s *subject) (*writing, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return load(ctx, s, "html:writing", 2*s.SizeBytes+htmlBlockCost*int64(len(d.elements))+1<<10, func(context.Context, *subject) (*writing, error) {
		return &writing{blocks: readHTML(d.root)}, nil
	})
}

type selectInput struct {
	Selector string `json:"selector" about:"The CSS selector, or several separated by commas" min:"1" max:"1000"`
}

// htmlMatch is one element that a selector matches.
type htmlMatch struct {
	Tag        string            `json:"tag"`
	Text       string            `json:"text"`
	Attributes map[string]string `json:"attributes,omitempty"`
	HTML       string            `json:"html"`
}

func htmlSelect(ctx context.Context, s *subject, in selectInput) (answer, error) {
	selectors, err := parseSelectors(in.Selector)
	if err != nil {
		return nil, err
	}
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := d.find(ctx, selectors)
	if err != nil {
		return nil, err
	}
	return series{facts: fields{"matchCount": len(found)}, key: "matches", each: func(_ context.Context, from int64, visit func(int64, any) bool) error {
		for i := int(from); i < len(found) && visit(int64(i), matchOf(found[i])); i++ {
		}
		return nil
	}}, nil
}

func matchOf(n *xhtml.Node) htmlMatch {
	m := htmlMatch{Tag: n.Data, Text: blockText(readHTML(n)), HTML: htmlMarkup(n), Attributes: map[string]string{}}
	for _, a := range n.Attr {
		m.Attributes[a.Key] = parse.Clip(a.Val, 500)
	}
	return m
}

// link is one link of a page. Absolute is empty when the page does not say where it is from, or the address is none.
type link struct {
	Text     string `json:"text"`
	Href     string `json:"href"`
	Absolute string `json:"absolute,omitempty"`
}

func htmlLinks(ctx context.Context, s *subject, _ none) (answer, error) {
	d, err := htmlOf(ctx, s)
	if err != nil {
		return nil, err
	}
	base, links := d.base(), []link{}
	for _, n := range d.named("a", "area") {
		if href := strings.TrimSpace(htmlAttribute(n, "href")); href != "" {
			text := strings.Join(strings.Fields(blockText(readHTML(n))), " ")
			links = append(links, link{parse.Clip(text, 300), parse.Clip(href, 2000), absolute(base, href)})
		}
	}
	return series{facts: fields{"linkCount": len(links)}, key: "links", each: items(links)}, nil
}

// absolute resolves an address against the page's own.
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
