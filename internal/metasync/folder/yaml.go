package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// yamlReader turns the documents of one YAML file into nodes. Anchors are unfolded within the budget of the whole reading, so
// that a small file cannot become a large one.
type yamlReader struct {
	file    string
	spend   func(Position) error
	anchors map[string]ast.Node
	open    map[string]bool // anchors that are being unfolded
}

func parseYAML(file string, data []byte, spend func(Position) error) ([]*node, error) {
	if at, deep := tooDeep(data); deep {
		return nil, problem(Position{file, at}, "The document nests deeper than %d.", maxDepth)
	}
	parsed, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, explainYAML(file, err)
	}
	var docs []*node
	for _, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		y := &yamlReader{file: file, spend: spend, anchors: map[string]ast.Node{}, open: map[string]bool{}}
		n, err := y.node(doc.Body, 0)
		if err != nil {
			return nil, err
		}
		docs = append(docs, n)
	}
	return docs, nil
}

// tooDeep refuses nesting before the parser, which recurses without a bound, sees it: brackets, and dashes on one line.
func tooDeep(data []byte) (line int, deep bool) {
	open, dashes := 0, 0
	line = 1
	for _, b := range data {
		switch b {
		case '\n':
			line++
			dashes = 0
		case '[', '{':
			open++
		case ']', '}':
			open = max(0, open-1)
		case '-', '?', ':':
			dashes++
		case ' ':
		default:
			dashes = 0
		}
		if open > maxDepth || dashes > 2*maxDepth {
			return line, true
		}
	}
	return 0, false
}

func explainYAML(file string, err error) error {
	var known yaml.Error
	if errors.As(err, &known) && known.GetToken() != nil {
		return problem(Position{file, known.GetToken().Position.Line}, "This is no YAML: %s.", known.GetMessage())
	}
	return problem(Position{File: file}, "This is no YAML: %s.", firstLine(err.Error()))
}

func (y *yamlReader) node(a ast.Node, depth int) (*node, error) {
	n := &node{Position: y.at(a), spot: spotOf(a)}
	if depth > maxDepth {
		return nil, problem(n.Position, "The document nests deeper than %d.", maxDepth)
	}
	if err := y.spend(n.Position); err != nil {
		return nil, err
	}
	var err error
	switch a := a.(type) {
	case *ast.AnchorNode:
		y.anchors[a.Name.String()] = a.Value
		return y.node(a.Value, depth+1)
	case *ast.AliasNode:
		return y.alias(a, depth)
	case *ast.TagNode:
		return y.node(a.Value, depth+1)
	case *ast.MappingNode:
		n.value, err = y.object(a.Values, depth)
	case *ast.MappingValueNode:
		n.value, err = y.object([]*ast.MappingValueNode{a}, depth)
	case *ast.SequenceNode:
		n.value, err = y.list(a, depth)
	default:
		n.value, err = y.scalar(a)
	}
	return n, err
}

func (y *yamlReader) alias(a *ast.AliasNode, depth int) (*node, error) {
	name := a.Value.String()
	target, known := y.anchors[name]
	switch {
	case !known:
		return nil, problem(y.at(a), "The alias *%s has no anchor before it.", name)
	case y.open[name]:
		return nil, problem(y.at(a), "The anchor &%s contains itself.", name)
	}
	y.open[name] = true
	defer delete(y.open, name)
	return y.node(target, depth+1)
}

func (y *yamlReader) list(a *ast.SequenceNode, depth int) ([]*node, error) {
	items := []*node{}
	for _, v := range a.Values {
		n, err := y.node(v, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, n)
	}
	return items, nil
}

func (y *yamlReader) scalar(a ast.Node) (any, error) {
	switch a := a.(type) {
	case *ast.NullNode:
		return nil, nil
	case *ast.BoolNode:
		return a.Value, nil
	case *ast.StringNode:
		return a.Value, nil
	case *ast.LiteralNode:
		return a.Value.Value, nil
	case *ast.IntegerNode:
		return json.Number(fmt.Sprint(a.Value)), nil
	case *ast.FloatNode:
		if !math.IsInf(a.Value, 0) && !math.IsNaN(a.Value) {
			b, err := json.Marshal(a.Value)
			return json.Number(b), err
		}
	}
	return nil, problem(y.at(a), "JSON has no such value.")
}

func (y *yamlReader) at(a ast.Node) Position {
	if t := a.GetToken(); t != nil && t.Position != nil {
		return Position{y.file, t.Position.Line}
	}
	return Position{File: y.file}
}

// spotOf tells where a value begins, and whether it is a mapping in braces.
func spotOf(a ast.Node) (p spot) {
	if m, ok := a.(*ast.MappingNode); ok {
		p.flow = m.IsFlowStyle
	}
	if t := a.GetToken(); t != nil && t.Position != nil {
		p.from, p.at = t.Position.Line, t.Position.Column
	}
	return p
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
