package htmltree

import (
	"errors"
	"fmt"
	"strings"

	"github.com/andybalholm/cascadia"

	"vitrine/internal/parse"
)

// selectorScanner splits a list of selectors into compounds.
type selectorScanner struct{ rest string }

// selector reads up to the next comma or the end.
func (s *selectorScanner) selector() (steps selector, err error) {
	for combinator := byte(0); ; {
		compound := s.compound()
		matches, err := compileCompound(compound)
		if err != nil {
			return nil, err
		}
		steps = append(steps, selectorStep{combinator, matches})
		if combinator = s.combinator(); combinator == 0 {
			return steps, nil
		}
	}
}

// compound reads up to the next combinator or comma outside of brackets and quotes.
func (s *selectorScanner) compound() string {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && strings.IndexByte(" \t\n\r\f>+~,", c) >= 0:
			return s.take(i)
		}
	}
	return s.take(len(s.rest))
}

func (s *selectorScanner) take(n int) string {
	taken := s.rest[:n]
	s.rest = s.rest[n:]
	return taken
}

// combinator reads the combinator of two compounds; 0 at a comma or the end.
func (s *selectorScanner) combinator() byte {
	trimmed := strings.TrimLeft(s.rest, " \t\n\r\f")
	if trimmed == "" {
		s.rest = ""
		return 0
	}
	found := trimmed[0]
	if strings.IndexByte(">+~,", found) < 0 {
		s.rest = trimmed
		return ' '
	}
	if s.rest = strings.TrimLeft(trimmed[1:], " \t\n\r\f"); found != ',' {
		return found
	}
	if s.rest == "" {
		s.rest = "," // nothing after a comma: read as an empty compound, which is an error
	}
	return 0
}

func compileCompound(text string) (cascadia.Sel, error) {
	if text == "" {
		return nil, errors.New("a step is empty")
	}
	if open := strings.IndexByte(text, '('); open >= 0 && tooManyInnerSteps(text[open:]) {
		return nil, fmt.Errorf("%q has too many steps inside brackets", parse.Clip(text, 80))
	}
	return parse.Guard(func() (cascadia.Sel, error) { return cascadia.Parse(text) })
}

// tooManyInnerSteps reports whether the content of brackets would take long to match.
func tooManyInnerSteps(text string) bool {
	steps := len(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n\r\f>+~", c) })) - 1
	return steps > maxInnerSteps || strings.Count(text, ":has") > 0 || strings.Count(text, "(") > 8
}
