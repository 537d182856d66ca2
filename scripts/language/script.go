package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// scanner goes over a text and keeps what it finds, with positions.
type scanner struct {
	src   string
	at    int
	texts []text
}

// take keeps src[from:to] as a text.
func (s *scanner) take(k kind, from, to int) {
	lineStart := strings.LastIndexByte(s.src[:from], '\n') + 1
	s.texts = append(s.texts, text{k, 1 + strings.Count(s.src[:from], "\n"), 1 + utf8.RuneCountInString(s.src[lineStart:from]), s.src[from:to]})
}

// until returns the offset behind the next mark, or the end of the source.
func (s *scanner) until(from int, mark string) int {
	if i := strings.Index(s.src[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s.src)
}

// scriptTexts returns comments and strings of a TypeScript or JavaScript file, and what stands between tags when it
// has JSX. It knows regular expressions only by what comes before them, which is enough for formatted code.
func scriptTexts(src string, jsx bool) []text {
	s := &scanner{src: src}
	s.code(0)
	if jsx {
		s.markup()
	}
	return s.texts
}

// code reads until the end, or until the brace that closes a template's expression.
func (s *scanner) code(depth int) {
	for s.at < len(s.src) {
		switch rest := s.src[s.at:]; {
		case strings.HasPrefix(rest, "//"):
			s.lineComment()
		case strings.HasPrefix(rest, "/*"):
			from := s.at
			s.at = s.until(s.at+2, "*/")
			s.take(comment, from, s.at)
		case rest[0] == '\'' || rest[0] == '"':
			s.quoted(rest[0])
		case rest[0] == '`':
			s.template()
		case rest[0] == '/' && s.beforeRegexp():
			s.regexp()
		case rest[0] == '{':
			depth++
			s.at++
		case rest[0] == '}':
			s.at++
			if depth--; depth == 0 {
				return
			}
		default:
			s.at++
		}
	}
}

// lineComment keeps a comment with the lines of comment directly below it.
func (s *scanner) lineComment() {
	from := s.at
	end := s.until(s.at, "\n")
	for end < len(s.src) {
		next := strings.TrimLeft(s.src[end:], " \t")
		if !strings.HasPrefix(next, "//") {
			break
		}
		end = s.until(end, "\n")
	}
	s.take(comment, from, len(strings.TrimRight(s.src[:end], "\n")))
	s.at = end
}

// quoted keeps a string; one that does not end on its line is an apostrophe within JSX and is passed over.
func (s *scanner) quoted(quote byte) {
	for i := s.at + 1; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
		case '\n':
			s.at++
			return
		case quote:
			s.take(literal, s.at, i+1)
			s.at = i + 1
			return
		}
	}
	s.at++
}

// template keeps the texts of a template literal between its expressions, and reads the expressions as code.
func (s *scanner) template() {
	s.at++
	from := s.at
	for s.at < len(s.src) {
		switch rest := s.src[s.at:]; {
		case rest[0] == '\\':
			s.at += 2
		case rest[0] == '`':
			s.take(literal, from, s.at)
			s.at++
			return
		case strings.HasPrefix(rest, "${"):
			s.take(literal, from, s.at)
			s.at++
			s.code(0)
			from = s.at
		default:
			s.at++
		}
	}
}

// beforeRegexp reports whether a slash here begins a regular expression.
func (s *scanner) beforeRegexp() bool {
	before := strings.TrimRight(s.src[:s.at], " \t\n")
	return before == "" || strings.ContainsRune("(,=:[!&|?{};+", rune(before[len(before)-1])) || strings.HasSuffix(before, "return")
}

func (s *scanner) regexp() {
	class := false
	for i := s.at + 1; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '\n':
			s.at++
			return
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.at = i + 1
			return
		}
	}
	s.at = len(s.src)
}

// between matches words between two tags, and a line of words alone.
var between = regexp.MustCompile(`>([^<>{}=;]*[A-Za-z]{2} [A-Za-z][^<>{}=;]*)<|(?m)^\s+([A-Z][\w ,.'’:–—-]* [\w ,.'’:–—-]+)$`)

func (s *scanner) markup() {
	for _, m := range between.FindAllStringSubmatchIndex(s.src, -1) {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				s.take(literal, m[i], m[i+1])
			}
		}
	}
}

// schemaTexts returns descriptions and comments of a GraphQL schema.
func schemaTexts(src string) []text {
	s := &scanner{src: src}
	for s.at < len(src) {
		from := s.at
		switch rest := src[s.at:]; {
		case strings.HasPrefix(rest, `"""`):
			s.at = s.until(s.at+3, `"""`)
			s.take(description, from, s.at)
		case rest[0] == '"':
			s.quotedDescription()
		case rest[0] == '#':
			s.at = s.until(s.at, "\n")
			s.take(description, from, s.at)
		default:
			s.at++
		}
	}
	return s.texts
}

func (s *scanner) quotedDescription() {
	n := len(s.texts)
	s.quoted('"')
	for i := n; i < len(s.texts); i++ {
		s.texts[i].kind = description
	}
}

// codeInProse matches fenced blocks and spans of code in Markdown.
var codeInProse = regexp.MustCompile("(?ms)^[ \\t]*```.*?^[ \\t]*```|``[^`]+``|`[^`\n]+`")

// proseTexts returns Markdown without its code.
func proseTexts(src string) []text {
	s := &scanner{src: src}
	for _, m := range codeInProse.FindAllStringIndex(src, -1) {
		s.take(prose, s.at, m[0])
		s.at = m[1]
	}
	s.take(prose, s.at, len(src))
	return s.texts
}
