package htmltree

import (
	"bytes"
	"context"

	xhtml "golang.org/x/net/html"

	"vitrine/internal/parse"
)

// formattingTags are the elements that a parser reopens in each following block when they were not closed.
var formattingTags = parse.Set("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")

// maxReopened is how many identical elements a parser reopens; maxClones is how many it makes when one is closed.
const (
	maxReopened = 3
	maxClones   = 8
)

// CountNodes returns an upper bound of the number of nodes of a page without parsing it: each token may add all
// elements that were left open before it.
func CountNodes(ctx context.Context, page []byte) (nodes int64) {
	t, open := xhtml.NewTokenizer(parse.Reader(ctx, bytes.NewReader(page))), leftOpen{alike: map[string]int{}, byTag: map[string][]string{}}
	for {
		switch kind := t.Next(); kind {
		case xhtml.ErrorToken:
			return nodes
		case xhtml.StartTagToken, xhtml.EndTagToken:
			raw := string(t.Raw()) // before reading the name, which lower-cases it in place
			name, _ := t.TagName()
			if tag := string(name); formattingTags[tag] {
				nodes += open.take(tag, raw, kind == xhtml.StartTagToken)
			}
		}
		nodes += 1 + int64(open.count)
	}
}

// leftOpen counts the formatting elements that were opened and not closed.
type leftOpen struct {
	count int
	alike map[string]int      // by tag as written
	byTag map[string][]string // tags as written, by name
}

// take opens or closes an element, and returns how many additional nodes that may create.
func (o *leftOpen) take(tag, raw string, opens bool) int64 {
	all := o.byTag[tag]
	switch {
	case opens && o.alike[raw] < maxReopened:
		o.alike[raw]++
		o.byTag[tag], o.count = append(all, raw), o.count+1
	case !opens && len(all) > 0:
		last := all[len(all)-1]
		o.alike[last]--
		o.byTag[tag], o.count = all[:len(all)-1], o.count-1
		return maxClones
	}
	return 0
}
