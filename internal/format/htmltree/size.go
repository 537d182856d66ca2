package htmltree

import (
	"bytes"
	"context"

	xhtml "golang.org/x/net/html"

	"vitrine/internal/parse"
)

// formattingTags are the elements that a browser opens again in each block after the one where they were left open.
var formattingTags = parse.Set("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")

// sameOpen is how many alike elements a browser opens again; clones is how many it makes at most where one closes.
const (
	sameOpen = 3
	clones   = 8
)

// CountNodes is a bound on the number of nodes that a page becomes, judged without parsing it: each piece of a page may
// bring all elements that were left open before it.
func CountNodes(ctx context.Context, page []byte) (nodes int64) {
	t, open := xhtml.NewTokenizer(parse.Reader(ctx, bytes.NewReader(page))), leftOpen{alike: map[string]int{}, byTag: map[string][]string{}}
	for {
		switch kind := t.Next(); kind {
		case xhtml.ErrorToken:
			return nodes
		case xhtml.StartTagToken, xhtml.EndTagToken:
			raw := string(t.Raw()) // before the name is read, which lowers its case in place
			name, _ := t.TagName()
			if tag := string(name); formattingTags[tag] {
				nodes += open.take(tag, raw, kind == xhtml.StartTagToken)
			}
		}
		nodes += 1 + int64(open.count)
	}
}

// leftOpen are the formatting elements that were opened and not closed.
type leftOpen struct {
	count int
	alike map[string]int      // by tag as written
	byTag map[string][]string // tags as written, by name
}

// take opens or closes one, and says how many nodes that may make beside.
func (o *leftOpen) take(tag, raw string, opens bool) int64 {
	all := o.byTag[tag]
	switch {
	case opens && o.alike[raw] < sameOpen:
		o.alike[raw]++
		o.byTag[tag], o.count = append(all, raw), o.count+1
	case !opens && len(all) > 0:
		last := all[len(all)-1]
		o.alike[last]--
		o.byTag[tag], o.count = all[:len(all)-1], o.count-1
		return clones
	}
	return 0
}
