package writing

import (
	"fmt"
	"strings"
)

// Slideshow is a presentation, whatever format it came in.
type Slideshow struct {
	Kind   string // of the format
	Slides []Slide
	Facts  map[string]any // what the format says about it
}

// Slide is what stands on one slide, and what the speaker means to say.
type Slide struct {
	Title  string
	Blocks []Block // title included
	Notes  string
	Hidden bool
}

// NewSlide takes the first heading as the title.
func NewSlide(blocks []Block, notes []Block, hidden bool) Slide {
	s := Slide{Blocks: blocks, Notes: Join(notes), Hidden: hidden}
	for _, b := range blocks {
		if b.Level > 0 {
			s.Title = strings.Join(strings.Fields(b.Text), " ")
			break
		}
	}
	return s
}

// Bytes returns about how much memory the presentation's text takes.
func (w *Slideshow) Bytes() int64 {
	n := int64(1 << 10)
	for _, s := range w.Slides {
		n += (&Document{Blocks: s.Blocks}).Bytes() + int64(len(s.Notes))
	}
	return n
}

// Text is all slides, each below a line with its number and title.
func (w *Slideshow) Text() string {
	var out strings.Builder
	for i, s := range w.Slides {
		fmt.Fprintf(&out, "# Slide %d: %s\n%s\n", i+1, s.Title, Join(s.Blocks))
		if s.Notes != "" {
			fmt.Fprintf(&out, "Notes: %s\n", s.Notes)
		}
		out.WriteByte('\n')
	}
	return strings.TrimSuffix(out.String(), "\n")
}
