package tool

import (
	"context"
	"maps"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/format/plain"
	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// slideSource reads a document as a slideshow.
type slideSource func(context.Context, *kit.Subject) (*richtext.Slideshow, error)

// operations returns the tools of every presentation.
func (of slideSource) operations() []kit.Operation {
	return []kit.Operation{
		fullText(of.text),
		kit.Metadata(of.facts),
		grep(of.text),
		kit.Op("get_slides", "The slides in order: number, title, number of characters, and whether there are notes.", of.getSlides),
		kit.Op("get_slide", "The text of one slide with its notes; table cells are separated by tabs.", of.getSlide),
		kit.Op("get_notes", "The speaker notes, by slide. Slides without notes are left out.", of.getNotes),
		kit.Op("search_text", "Lines of slides and notes that match a regular expression.", of.search),
	}
}

func (of slideSource) text(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, w.Kind+":text", w.Bytes(), func(context.Context, *kit.Subject) (*plain.Text, error) {
		return plain.New([]byte(w.Text()), "utf-8", s.SizeBytes), nil
	})
}

func (of slideSource) facts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"slideCount": len(w.Slides)}
	maps.Copy(facts, w.Facts)
	return facts, nil
}

// slideInfo is the entry of one slide in the list of slides.
type slideInfo struct {
	Slide      int    `json:"slide"` // from 1
	Title      string `json:"title"`
	Characters int    `json:"characters"`
	HasNotes   bool   `json:"hasNotes"`
	Hidden     bool   `json:"hidden,omitempty"`
}

func (of slideSource) getSlides(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	all := make([]slideInfo, len(w.Slides))
	for i, s := range w.Slides {
		all[i] = slideInfo{i + 1, parse.Clip(s.Title, 300), utf8.RuneCountInString(richtext.Join(s.Blocks)), s.Notes != "", s.Hidden}
	}
	return kit.Series{Facts: kit.Fields{"slideCount": len(all)}, Key: "slides", Each: kit.Items(all)}, nil
}

type slideInput struct {
	Slide int `json:"slide" about:"Number of the slide, from 1" min:"1"`
}

func (of slideSource) getSlide(ctx context.Context, s *kit.Subject, in slideInput) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	if in.Slide > len(w.Slides) {
		return nil, fault.Invalid("slide", "There is no slide %d; the presentation has %d.", in.Slide, len(w.Slides))
	}
	found := w.Slides[in.Slide-1]
	facts := kit.Fields{"slide": in.Slide, "title": parse.Clip(found.Title, 300)}
	body := richtext.Join(found.Blocks)
	if found.Notes != "" {
		body += "\n\nNotes: " + found.Notes
	}
	return kit.Prose{Facts: facts, Key: "text", Text: []byte(body)}, nil
}

// slideNotes are the notes of one slide.
type slideNotes struct {
	Slide int    `json:"slide"` // from 1
	Notes string `json:"notes"`
}

func (of slideSource) getNotes(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	var all []slideNotes
	for i, s := range w.Slides {
		if s.Notes != "" {
			all = append(all, slideNotes{i + 1, s.Notes})
		}
	}
	return kit.Series{Facts: kit.Fields{"slideCount": len(w.Slides)}, Key: "notes", Each: kit.Items(all)}, nil
}

type slideSearch struct {
	Pattern string `json:"pattern" about:"Regular expression (RE2 syntax), matched within each line" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
}

// slideLine is a line of a slide or of its notes.
type slideLine struct {
	Slide int    `json:"slide"` // from 1
	In    string `json:"in"`    // slide or notes
	Text  string `json:"text"`
}

func (of slideSource) search(ctx context.Context, s *kit.Subject, in slideSearch) (kit.Answer, error) {
	re, err := plain.Compile(in.Pattern, in.Flags)
	if err != nil {
		return nil, err
	}
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	var found []slideLine
	for i, s := range w.Slides {
		for _, place := range []slideLine{{i + 1, "slide", richtext.Join(s.Blocks)}, {i + 1, "notes", s.Notes}} {
			for line := range strings.Lines(place.Text) {
				if line = strings.TrimSuffix(line, "\n"); re.MatchString(line) {
					found = append(found, slideLine{place.Slide, place.In, line})
				}
			}
		}
	}
	return kit.Series{Key: "matches", Each: kit.Items(found)}, nil
}
