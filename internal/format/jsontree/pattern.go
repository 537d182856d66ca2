package jsontree

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/theory/jsonpath/registry"
	"github.com/theory/jsonpath/spec"
)

var standardName = regexp.MustCompile(`\b(match|search)\(`)

// ownNames replaces the standard functions match and search, outside of strings, by own ones: those of the library
// compile their expression twice for every value.
func ownNames(path string) string {
	var out strings.Builder
	at := 0
	for _, text := range quoted.FindAllStringIndex(path, -1) {
		out.WriteString(standardName.ReplaceAllString(path[at:text[0]], "own_$1("))
		out.WriteString(path[text[0]:text[1]])
		at = text[1]
	}
	out.WriteString(standardName.ReplaceAllString(path[at:], "own_$1("))
	return out.String()
}

// functions returns the standard functions, with match and search on cached patterns.
func functions(p *patterns) *registry.Registry {
	r := registry.New()
	for name, format := range map[string]func(string) string{
		"own_match":  func(s string) string { return `\A(?:` + s + `)\z` },
		"own_search": func(s string) string { return s },
	} {
		err := r.Register(name, spec.FuncLogical, twoValues, func(args []spec.PathValue) spec.PathValue {
			return spec.Logical(p.matches(textArg(args[0]), textArg(args[1]), format))
		})
		if err != nil {
			panic(err) // two own functions with the same name
		}
	}
	return r
}

func twoValues(args []spec.FuncExprArg) error {
	if len(args) != 2 || !args[0].ConvertsTo(spec.FuncValue) || !args[1].ConvertsTo(spec.FuncValue) {
		return errors.New("needs two arguments, a text and a pattern")
	}
	return nil
}

func textArg(v spec.PathValue) *string {
	if value := spec.ValueFrom(v); value != nil {
		if s, ok := value.Value().(string); ok {
			return &s
		}
	}
	return nil
}

// patterns caches the compiled expressions of one query; nil for one that does not compile, which matches nothing (RFC
// 9535).
type patterns struct {
	mu    sync.Mutex
	known map[string]*regexp.Regexp
}

// maxPatterns limits the expressions that a query may take from the document itself.
const maxPatterns = 256

func newPatterns() *patterns { return &patterns{known: map[string]*regexp.Regexp{}} }

func (p *patterns) matches(text, pattern *string, format func(string) string) bool {
	if text == nil || pattern == nil {
		return false
	}
	re := p.compile(format(*pattern))
	return re != nil && re.MatchString(*text)
}

func (p *patterns) compile(pattern string) *regexp.Regexp {
	p.mu.Lock()
	defer p.mu.Unlock()
	re, ok := p.known[pattern]
	if !ok {
		re = compileIRegexp(pattern)
		if len(p.known) < maxPatterns {
			p.known[pattern] = re
		}
	}
	return re
}

// compileIRegexp compiles an I-Regexp (RFC 9485), in which a dot matches neither \n nor \r.
func compileIRegexp(pattern string) *regexp.Regexp {
	tree, err := syntax.Parse(pattern, syntax.Perl|syntax.DotNL)
	if err != nil {
		return nil
	}
	noLineBreak(tree)
	re, err := regexp.Compile(tree.String())
	if err != nil {
		return nil
	}
	return re
}

func noLineBreak(node *syntax.Regexp) {
	if node.Op == syntax.OpAnyChar {
		*node = syntax.Regexp{Op: syntax.OpCharClass, Rune: []rune{0, '\n' - 1, '\n' + 1, '\r' - 1, '\r' + 1, 0x10FFFF}}
	}
	for _, sub := range node.Sub {
		noLineBreak(sub)
	}
}
