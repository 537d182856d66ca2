package xmltree

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/antchfx/xpath"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Navigator walks a tree for the XPath library. All copies of a navigator share one step counter, so that an expensive
// expression stops when the context ends.
type Navigator struct {
	document *Document
	Node     *Node
	Attr     int // index of the current attribute; -1 on the node itself
	steps    *steps
}

// steps counts the moves of one evaluation since the last check of the context.
type steps struct {
	ctx context.Context
	n   int
}

// take counts one move, or several for an expensive one.
func (s *steps) take(n int) {
	if s.n += n; s.n < 1024 {
		return
	}
	if s.n = 0; s.ctx.Err() != nil {
		panic(s.ctx.Err()) // caught by guard
	}
}

func newNavigator(ctx context.Context, d *Document) *Navigator {
	return &Navigator{d, d.Root, -1, &steps{ctx: ctx}}
}

// maxXPathNesting limits nested brackets, because the library's parser is recursive.
const maxXPathNesting = 50

// Compile compiles an XPath 1.0 expression.
func Compile(expression string) (*xpath.Expr, error) {
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
		return fault.Invalid("xpath", "The expression is not a valid XPath: %s.", parse.Brief(cause)).
			Try(`Write it as in //book[@id='7']/title or count(//item).`).Because(cause)
	}
	if deep > maxXPathNesting {
		return nil, wrong(fmt.Errorf("it has more than %d nested brackets", maxXPathNesting))
	}
	compiled, err := parse.Guard(func() (*xpath.Expr, error) { return xpath.Compile(expression) })
	if err != nil {
		return nil, wrong(err)
	}
	return compiled, nil
}

// Evaluate returns the value of an expression that is a number, a text or a boolean; isValue is false when it selects
// nodes.
func Evaluate(ctx context.Context, e *xpath.Expr, d *Document) (value any, isValue bool, err error) {
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

// Each visits the nodes that an expression selects until visit returns false.
func Each(ctx context.Context, e *xpath.Expr, d *Document, visit func(*Navigator) bool) error {
	_, err := parse.Guard(func() (any, error) {
		for found := e.Select(newNavigator(ctx, d)); found.MoveNext(); {
			if !visit(found.Current().(*Navigator)) {
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

// Path returns an XPath to the node: the names from the root, with positions among siblings of the same name.
func (x *Navigator) Path() string {
	var steps []string
	for n := x.Node; n != nil && n.Kind != Root; n = n.parent {
		steps = append(steps, n.step())
	}
	var out strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		out.WriteString("/" + steps[i])
	}
	if x.Attr >= 0 {
		out.WriteString("/@" + x.Node.Attributes[x.Attr].Qualified())
	}
	return out.String()
}

func (n *Node) step() string {
	switch n.Kind {
	case Text:
		return "text()"
	case Comment:
		return "comment()"
	}
	at, more := 1, false
	for p := n.previous; p != nil; p = p.previous {
		if p.Kind == Element && p.Name == n.Name {
			at++
		}
	}
	for f := n.Next; f != nil && !more; f = f.Next {
		more = f.Kind == Element && f.Name == n.Name
	}
	if at == 1 && !more {
		return n.Qualified()
	}
	return fmt.Sprintf("%s[%d]", n.Qualified(), at)
}
