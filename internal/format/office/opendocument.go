package office

import (
	"context"
	"encoding/xml"
	"errors"
	"strings"

	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
)

const openContent = "content.xml"

// readOpen streams the content of an OpenDocument file that is not encrypted.
func readOpen(ctx context.Context, p *Package, visit func(xml.Token)) error {
	locked := false
	if p.has("META-INF/manifest.xml") {
		err := p.each(ctx, "META-INF/manifest.xml", func(t xml.Token) {
			start, ok := t.(xml.StartElement)
			locked = locked || ok && start.Name.Local == "encryption-data"
		})
		if err != nil {
			return err
		}
	}
	if locked {
		return parse.Unreadable(p.kind, errors.New("it is protected by a password"))
	}
	return p.each(ctx, openContent, visit)
}

// openFacts returns the properties of the file that are set.
func openFacts(p *Package) map[string]any {
	var meta struct {
		Title    string `xml:"meta>title"`
		Subject  string `xml:"meta>subject"`
		Author   string `xml:"meta>initial-creator"`
		Editor   string `xml:"meta>creator"`
		Created  string `xml:"meta>creation-date"`
		Modified string `xml:"meta>date"`
	}
	p.decode("meta.xml", &meta)
	return parse.Facts(map[string]string{
		"title": meta.Title, "subject": meta.Subject, "author": strings.TrimSpace(meta.Author), "lastModifiedBy": meta.Editor,
		"creationDate": meta.Created, "modificationDate": meta.Modified,
	})
}

// OpenText reads an .odt file.
func OpenText(ctx context.Context, p *Package) (*richtext.Document, error) {
	r := &openReader{}
	if err := readOpen(ctx, p, r.token); err != nil {
		return nil, err
	}
	return &richtext.Document{Kind: "odt", Blocks: r.blocks, Facts: openFacts(p)}, nil
}

// OpenSlides reads an .odp file: each page is a slide with its notes.
func OpenSlides(ctx context.Context, p *Package) (*richtext.Slideshow, error) {
	show := &richtext.Slideshow{Kind: "odp", Facts: openFacts(p)}
	r := &openReader{Page: func(blocks, notes []richtext.Block) {
		show.Slides = append(show.Slides, richtext.NewSlide(blocks, notes, false))
	}}
	if err := readOpen(ctx, p, r.token); err != nil {
		return nil, err
	}
	if len(show.Slides) == 0 {
		return nil, parse.Unreadable(p.kind, errors.New("it has no slides"))
	}
	return show, nil
}
