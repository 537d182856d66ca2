package office

import (
	"context"
	"encoding/xml"
	"errors"
	"strings"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
)

const (
	// PowerPointKind is the name of a .pptx file in messages.
	PowerPointKind = "PowerPoint presentation"
	powerPointMain = "ppt/presentation.xml"
)

// powerPointSlides returns the parts of the slides in display order.
func powerPointSlides(ctx context.Context, p *Package) (parts []string, err error) {
	related, seen := p.related(powerPointMain), map[string]bool{}
	err = p.each(ctx, powerPointMain, func(t xml.Token) {
		start, ok := t.(xml.StartElement)
		if !ok || start.Name.Local != "sldId" {
			return
		}
		for _, a := range start.Attr {
			part := related[a.Value].Target
			if a.Name.Space != "" && p.has(part) && !seen[part] {
				seen[part], parts = true, append(parts, part)
			}
		}
	})
	if err == nil && len(parts) == 0 {
		err = parse.Unreadable(PowerPointKind, errors.New("it has no slides"))
	}
	return parts, err
}

func readPowerPointSlide(ctx context.Context, p *Package, part string) (richtext.Slide, error) {
	r, hidden := &officeReader{}, false
	err := p.each(ctx, part, func(t xml.Token) {
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == "sld" {
			hidden = xmltree.AttributeOf(start, "show") == "0"
		}
		r.token(t)
	})
	if err != nil {
		return richtext.Slide{}, err
	}
	notes := &officeReader{}
	for _, rel := range p.related(part) {
		if strings.HasSuffix(rel.Type, "/notesSlide") && p.has(rel.Target) {
			if err := p.each(ctx, rel.Target, notes.token); err != nil {
				return richtext.Slide{}, err
			}
		}
	}
	return richtext.NewSlide(r.blocks, notes.blocks, hidden), nil
}

// PowerPoint reads a .pptx file: its slides in display order, with their notes.
func PowerPoint(ctx context.Context, p *Package) (*richtext.Slideshow, error) {
	parts, err := powerPointSlides(ctx, p)
	if err != nil {
		return nil, err
	}
	show := &richtext.Slideshow{Kind: "powerpoint", Facts: officeFacts(p)}
	for _, part := range parts {
		s, err := readPowerPointSlide(ctx, p, part)
		if err != nil {
			return nil, err
		}
		show.Slides = append(show.Slides, s)
	}
	return show, nil
}
