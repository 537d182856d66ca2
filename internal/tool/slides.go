package tool

import (
	"fmt"
	"strings"
)

// slideshow is a presentation, whatever format it came in.
type slideshow struct {
	kind   string // of the format
	slides []slide
	facts  map[string]any // what the format says about it
}

// slide is what stands on one slide, and what the speaker means to say.
type slide struct {
	title  string
	blocks []block // title included
	notes  string
	hidden bool
}

// newSlide takes the first heading as the title.
func newSlide(blocks []block, notes []block, hidden bool) slide {
	s := slide{blocks: blocks, notes: blockText(notes), hidden: hidden}
	for _, b := range blocks {
		if b.level > 0 {
			s.title = strings.Join(strings.Fields(b.text), " ")
			break
		}
	}
	return s
}

func (w *slideshow) bytes() int64 {
	n := int64(1 << 10)
	for _, s := range w.slides {
		n += (&writing{blocks: s.blocks}).bytes() + int64(len(s.notes))
	}
	return n
}

// text is all slides, each below a line with its number and title.
func (w *slideshow) text() string {
	var out strings.Builder
	for i, s := range w.slides {
		fmt.Fprintf(&out, "# Slide %d: %s\n%s\n", i+1, s.title, blockText(s.blocks))
		if s.notes != "" {
			fmt.Fprintf(&out, "Notes: %s\n", s.notes)
		}
		out.WriteByte('\n')
	}
	return strings.TrimSuffix(out.String(), "\n")
}
