package tool

import (
	"context"
	"encoding/xml"
	"errors"
	"strings"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// One library for each of OpenDocument's three kinds, so that an agent is offered what the document can answer.
func init() {
	kit.Register(kit.Spec{
		Name: "opendocument-text", Aliases: []string{"opendocument", "OpenDocumentToolLibrary"},
		Operations: writingSource(openTextOf).operations(),
	})
	kit.Register(kit.Spec{
		Name: "opendocument-presentation", Aliases: []string{"OpenDocumentPresentationToolLibrary"},
		Operations: slideSource(openSlidesOf).operations(),
	})
}

const openContent = "content.xml"

// readOpen streams the content of an OpenDocument file that is not encrypted.
func readOpen(ctx context.Context, p *pack, visit func(xml.Token)) error {
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

// openFacts is what the file says about itself; only what is set.
func openFacts(p *pack) map[string]any {
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

// readOpenText reads an .odt.
func readOpenText(ctx context.Context, p *pack) (*writing, error) {
	r := &openReader{}
	if err := readOpen(ctx, p, r.token); err != nil {
		return nil, err
	}
	return &writing{kind: "odt", blocks: r.blocks, facts: openFacts(p)}, nil
}

// readOpenSlides reads an .odp: each page is a slide, with the notes in it.
func readOpenSlides(ctx context.Context, p *pack) (*slideshow, error) {
	show := &slideshow{kind: "odp", facts: openFacts(p)}
	r := &openReader{Page: func(blocks, notes []block) { show.slides = append(show.slides, newSlide(blocks, notes, false)) }}
	if err := readOpen(ctx, p, r.token); err != nil {
		return nil, err
	}
	if len(show.slides) == 0 {
		return nil, parse.Unreadable(p.kind, errors.New("it has no slides"))
	}
	return show, nil
}
