package htmltree

import (
	"context"
	"strings"

	"github.com/andybalholm/cascadia"
	xhtml "golang.org/x/net/html"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// selector is a CSS selector as steps from left to right. Find joins the steps with one pass over the page each,
// because the library, which tries all combinations, takes exponential time on deep pages.
type selector []selectorStep

// selectorStep is one compound, such as a.b[c], and its combinator with the previous one.
type selectorStep struct {
	combinator byte // ' ', '>', '+' or '~'; 0 on the first
	matches    cascadia.Sel
}

// maxInnerSteps limits the combinators inside the brackets of one compound, which the library matches by trying.
const maxInnerSteps = 2

// ParseSelectors parses a comma-separated list of CSS selectors.
func ParseSelectors(text string) ([]selector, error) {
	var all []selector
	s := selectorScanner{rest: strings.TrimSpace(text)}
	for {
		one, err := s.selector()
		if err != nil {
			return nil, fault.Invalid("selector", "The selector is not valid or not supported CSS: %s.", parse.Brief(err)).
				Try(`Write it as in table.prices > tbody tr, without pseudo-elements; brackets may contain two steps, and :has may not be nested.`).Because(err)
		}
		if all = append(all, one); s.rest == "" {
			return all, nil
		}
	}
}

// Find returns the elements that any of the selectors matches, in document order.
func (d *Document) Find(ctx context.Context, selectors []selector) (found []*xhtml.Node, err error) {
	matched := map[*xhtml.Node]bool{}
	for _, one := range selectors {
		last, err := d.match(ctx, one)
		if err != nil {
			return nil, err
		}
		for n := range last {
			matched[n] = true
		}
	}
	for _, n := range d.Elements {
		if matched[n] {
			found = append(found, n)
		}
	}
	return found, nil
}

// match returns the elements that a selector matches.
func (d *Document) match(ctx context.Context, s selector) (before map[*xhtml.Node]bool, err error) {
	for _, step := range s {
		now, elder := map[*xhtml.Node]bool{}, map[*xhtml.Node]bool{}
		for _, n := range d.Elements {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if step.joins(n, before, elder) && step.matches.Match(n) {
				now[n] = true
			}
			if before[n] {
				elder[n.Parent] = true
			}
		}
		before = now
	}
	return before, nil
}

// joins reports whether an element has the step's relation to an element matched before; elder holds the parents of
// earlier matches.
func (step selectorStep) joins(n *xhtml.Node, before, elder map[*xhtml.Node]bool) bool {
	switch step.combinator {
	case 0:
		return true
	case '>':
		return before[n.Parent]
	case '~':
		return elder[n.Parent]
	case '+':
		p := n.PrevSibling
		for p != nil && p.Type != xhtml.ElementNode {
			p = p.PrevSibling
		}
		return before[p]
	default:
		for p := n.Parent; p != nil; p = p.Parent {
			if before[p] {
				return true
			}
		}
		return false
	}
}
