package tool

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/antchfx/xpath"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// xmlNavigator walks a tree for the XPath library. All copies of one count their steps together, so that an expression that
// runs away is stopped wherever it is.
type xmlNavigator struct {
	document *xmlDocument
	node     *xmlNode
	attr     int // index of the attribute we are at; -1 on the node itself
	steps    *steps
}

// steps counts the moves of one evaluation since the context was last looked at.
type steps struct {
	ctx context.Context
	n   int
}

// take counts one move, or more for a costly one.
func (s *steps) take(n int) {
	if s.n += n; s.n < 1024 {
		return
	}
	if s.n = 0; s.ctx.Err() != nil {
		panic(s.ctx.Err()) // caught by guard
	}
}

func newNavigator(ctx context.Context, d *xmlDocument) *xmlNavigator {
	return &xmlNavigator{d, d.root, -1, &steps{ctx: ctx}}
}

// maxXPathNesting bounds brackets within brackets; the library's parser is recursive.
const maxXPathNesting = 50

func compileXPath(expression string) (*xpath.Expr, error) {
	deep, open := 0, 0
	for _, r := range expression {
		switch r {
		case '(', '[':
			open++
			deep = max(deep, open)
		case ')', ']':
			open--
		}
	}
	wrong := func(cause error) error {
		return fault.Invalid("xpath", "The expression is no XPath: %s.", parse.Brief(cause)).
			Try(`Write it as in //book[@id='7']/title or count(//item).`).Because(cause)
	}
	if deep > maxXPathNesting {
		return nil, wrong(fmt.Errorf("it has more than %d brackets within each other", maxXPathNesting))
	}
	compiled, err := parse.Guard(func() (*xpath.Expr, error) { return xpath.Compile(expression) })
	if err != nil {
		return nil, wrong(err)
	}
	return compiled, nil
}

// evaluateXPath gives the value of an expression that is a number, a text or a truth; false when it selects nodes.
func evaluateXPath(ctx context.Context, e *xpath.Expr, d *xmlDocument) (value any, isValue bool, err error) {
	result, err := parse.Guard(func() (any, error) { return e.Evaluate(newNavigator(ctx, d)), nil })
	if err != nil {
		return nil, false, explainXPath(ctx, err)
	}
	switch v := result.(type) {
	case *xpath.NodeIterator:
		return nil, false, nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v), true, nil
		}
		return v, true, nil
	default:
		return v, true, nil
	}
}

// eachXPath visits what an expression selects until visit says stop.
func eachXPath(ctx context.Context, e *xpath.Expr, d *xmlDocument, visit func(*xmlNavigator) bool) error {
	_, err := parse.Guard(func() (any, error) {
		for found := e.Select(newNavigator(ctx, d)); found.MoveNext(); {
			if !visit(found.Current().(*xmlNavigator)) {
				break
			}
		}
		return nil, nil
	})
	if err != nil {
		return explainXPath(ctx, err)
	}
	return nil
}

func explainXPath(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.Invalid("xpath", "The expression cannot be evaluated: %s.", parse.Brief(err)).Because(err)
}

// path leads to the node again: the names from the top with positions among siblings of one name.
func (x *xmlNavigator) path() string {
	var steps []string
	for n := x.node; n != nil && n.kind != xmlRoot; n = n.parent {
		steps = append(steps, n.step())
	}
	var out strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		out.WriteString("/" + steps[i])
	}
	if x.attr >= 0 {
		out.WriteString("/@" + x.node.attributes[x.attr].qualified())
	}
	return out.String()
}

func (n *xmlNode) step() string {
	switch n.kind {
	case xmlText:
		return "text()"
	case xmlComment:
		return "comment()"
	}
	at, more := 1, false
	for p := n.previous; p != nil; p = p.previous {
		if p.kind == xmlElement && p.xmlName == n.xmlName {
			at++
		}
	}
	for f := n.next; f != nil && !more; f = f.next {
		more = f.kind == xmlElement && f.xmlName == n.xmlName
	}
	if at == 1 && !more {
		return n.qualified()
	}
	return fmt.Sprintf("%s[%d]", n.qualified(), at)
}
