package artifact

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Difference is the line-by-line difference between two versions.
type Difference struct {
	Unified string // in unified form, three lines of context; empty when nothing changed
	Added   int    // lines
	Removed int    // lines
}

// DiffText compares two texts.
func DiffText(fromName, toName, from, to string) *Difference {
	d := &Difference{Unified: udiff.Unified(fromName, toName, from, to)}
	for i, line := range strings.Split(d.Unified, "\n") {
		switch {
		case i < 2: // the names
		case strings.HasPrefix(line, "+"):
			d.Added++
		case strings.HasPrefix(line, "-"):
			d.Removed++
		}
	}
	return d
}
