package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// yamlReader converts the documents of one YAML file to nodes. Expanded anchors count towards the budget of the whole
// folder, so that a small file cannot become a large one.
type yamlReader struct {
	file  string
	spend func(Position) error
	open  map[*yaml.Node]bool // anchored values that are being expanded
}

func parseYAML(file string, data []byte, spend func(Position) error) ([]*node, error) {
	if at, deep := tooDeep(data); deep {
		return nil, problem(Position{file, at}, "The document is nested deeper than %d levels.", maxDepth)
	}
	d, y := yaml.NewDecoder(bytes.NewReader(data)), &yamlReader{file: file, spend: spend, open: map[*yaml.Node]bool{}}
	var docs []*node
	for {
		var doc yaml.Node
		err := d.Decode(&doc)
		switch {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, explainYAML(file, data, err)
		case isEmpty(&doc):
			continue
		}
		n, err := y.node(doc.Content[0], 0)
		if err != nil {
			return nil, err
		}
		docs = append(docs, n)
	}
}

// isEmpty reports whether a document has no content between its markers.
func isEmpty(doc *yaml.Node) bool {
	return len(doc.Content) == 0 || doc.Content[0].ShortTag() == "!!null" && doc.Content[0].Value == ""
}

// tooDeep checks the nesting before the parser, which recurses without a limit: brackets, and dashes on one line.
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

// The library's messages: most contain a line, that of an unknown anchor does not.
var (
	yamlError     = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)
	unknownAnchor = regexp.MustCompile(`^unknown anchor '(.+)' referenced$`)
)

func explainYAML(file string, data []byte, err error) error {
	at, message := Position{File: file}, firstLine(err.Error())
	if m := yamlError.FindStringSubmatch(message); m != nil {
		at.Line, _ = strconv.Atoi(m[1])
		message = m[2]
	}
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		before, _, _ := bytes.Cut(data, []byte("*"+m[1]))
		at.Line = 1 + bytes.Count(before, []byte("\n"))
		message = "the alias *" + m[1] + " has no anchor before it"
	}
	return problem(at, "The file is not valid YAML: %s.", message)
}

func (y *yamlReader) node(a *yaml.Node, depth int) (*node, error) {
	n := &node{Position: y.at(a), spot: spotOf(a)}
	if depth > maxDepth {
		return nil, problem(n.Position, "The document is nested deeper than %d levels.", maxDepth)
	}
	if err := y.spend(n.Position); err != nil {
		return nil, err
	}
	var err error
	switch a.Kind {
	case yaml.AliasNode:
		return y.alias(a, depth)
	case yaml.MappingNode:
		n.value, err = y.object(a.Content, depth)
	case yaml.SequenceNode:
		n.value, err = y.list(a, depth)
	default:
		n.value, err = y.scalar(a)
	}
	return n, err
}

func (y *yamlReader) alias(a *yaml.Node, depth int) (*node, error) {
	if y.open[a.Alias] {
		return nil, problem(y.at(a), "The anchor &%s contains itself.", a.Value)
	}
	y.open[a.Alias] = true
	defer delete(y.open, a.Alias)
	return y.node(a.Alias, depth+1)
}

func (y *yamlReader) list(a *yaml.Node, depth int) ([]*node, error) {
	items := []*node{}
	for _, v := range a.Content {
		n, err := y.node(v, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, n)
	}
	return items, nil
}

func (y *yamlReader) scalar(a *yaml.Node) (any, error) {
	switch a.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		return strings.EqualFold(a.Value, "true"), nil
	case "!!int", "!!float":
		return y.number(a)
	default:
		return a.Value, nil
	}
}

func (y *yamlReader) number(a *yaml.Node) (any, error) {
	var signed int64
	var unsigned uint64
	var float float64
	switch {
	case a.Decode(&signed) == nil && a.ShortTag() == "!!int":
		return json.Number(strconv.FormatInt(signed, 10)), nil
	case a.Decode(&unsigned) == nil && a.ShortTag() == "!!int":
		return json.Number(strconv.FormatUint(unsigned, 10)), nil
	case a.Decode(&float) == nil && !math.IsInf(float, 0) && !math.IsNaN(float):
		b, err := json.Marshal(float)
		return json.Number(b), err
	}
	return nil, problem(y.at(a), "The number cannot be written in JSON.")
}

func (y *yamlReader) at(a *yaml.Node) Position { return Position{y.file, a.Line} }

// spotOf returns where a value begins, after its anchor, and whether it is a mapping in braces.
func spotOf(a *yaml.Node) spot {
	p := spot{from: a.Line, at: a.Column, flow: a.Kind == yaml.MappingNode && a.Style&yaml.FlowStyle != 0}
	if a.Anchor != "" {
		p.at += utf8.RuneCountInString("&" + a.Anchor + " ")
	}
	return p
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
