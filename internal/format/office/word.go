package office

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/xmltree"
)

const (
	// WordKind is the name of a .docx file in messages.
	WordKind = "Word document"
	wordBody = "word/document.xml"
)

// wordMain returns the part with the document body.
func wordMain(p *Package) string {
	for _, r := range p.related("") {
		if strings.HasSuffix(r.Type, "/officeDocument") && p.has(r.Target) {
			return r.Target
		}
	}
	return wordBody
}

// appendNotes reads notes after the body, each with its reference number. Numbers below 1 are separators.
func appendNotes(ctx context.Context, p *Package, part string, r *officeReader) error {
	if !p.has(part) {
		return nil
	}
	return p.each(ctx, part, func(t xml.Token) {
		start, isStart := t.(xml.StartElement)
		if isStart && (start.Name.Local == "footnote" || start.Name.Local == "endnote") {
			if n, err := strconv.Atoi(xmltree.AttributeOf(start, "id")); err == nil && n > 0 {
				r.prefix = "[" + strconv.Itoa(n) + "] "
			}
		}
		r.token(t)
	})
}

// wordHeadings returns the level of each paragraph style that is a heading: by its outline level, by its name, or by
// the style that it is based on.
func wordHeadings(p *Package) map[string]int {
	var list struct {
		Styles []wordStyle `xml:"style"`
	}
	p.decode("word/styles.xml", &list)
	levels, based := map[string]int{}, map[string]string{}
	for _, s := range list.Styles {
		based[s.ID] = s.Based.Value
		if level := s.level(); level > 0 {
			levels[s.ID] = level
		}
	}
	for id := range based {
		for up, steps := based[id], 0; levels[id] == 0 && up != "" && steps < 10; up, steps = based[up], steps+1 {
			levels[id] = levels[up]
		}
	}
	return levels
}

type wordStyle struct {
	ID   string `xml:"styleId,attr"`
	Name struct {
		Value string `xml:"val,attr"`
	} `xml:"name"`
	Based struct {
		Value string `xml:"val,attr"`
	} `xml:"basedOn"`
	Outline struct {
		Value string `xml:"val,attr"`
	} `xml:"pPr>outlineLvl"`
}

func (s *wordStyle) level() int {
	name := strings.ToLower(s.Name.Value)
	if n, err := strconv.Atoi(s.Outline.Value); err == nil && n >= 0 && n < 9 {
		return n + 1
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "heading ")); err == nil && n > 0 && n <= 9 {
		return n
	}
	if name == "title" {
		return 1
	}
	return 0
}

// Word reads a .docx file: the body, then footnotes and endnotes.
func Word(ctx context.Context, p *Package) (*richtext.Document, error) {
	r := &officeReader{headings: wordHeadings(p)}
	if err := p.each(ctx, wordMain(p), r.token); err != nil {
		return nil, err
	}
	for _, notes := range []string{"word/footnotes.xml", "word/endnotes.xml"} {
		if err := appendNotes(ctx, p, notes, r); err != nil {
			return nil, err
		}
	}
	return &richtext.Document{Kind: "word", Blocks: r.blocks, Facts: officeFacts(p)}, nil
}
