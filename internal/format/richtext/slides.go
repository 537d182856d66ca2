package richtext

import (
	"fmt"
	"strings"
)

// Slideshow is a presentation of any format.
type Slideshow struct {
	Kind   string // the format, such as powerpoint
	Slides []Slide
	Facts  map[string]any // properties of the file
}

// Slide is the content of one slide and its speaker notes.
type Slide struct {
	Title  string
	Blocks []Block // title included
	Notes  string
	Hidden bool
}

// NewSlide returns a slide whose title is its first heading.
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

// Bytes returns the approximate memory of the presentation's text.
func (w *Slideshow) Bytes() int64 {
	n := int64(1 << 10)
	for _, s := range w.Slides {
		n += (&Document{Blocks: s.Blocks}).Bytes() + int64(len(s.Notes))
	}
	return n
}

// Text returns all slides as text, each after a line with its number and title.
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
