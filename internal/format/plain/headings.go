package plain

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"vitrine/internal/parse"
)

// heading is one Markdown heading.
type heading struct {
	Level      int    `json:"level"` // 1 to 6
	Title      string `json:"title"`
	LineNumber int    `json:"lineNumber"` // 0-based
}

var (
	hashHeading  = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	underline    = regexp.MustCompile(`^ {0,3}(?:=+|-+)[ \t]*$`)
	fence        = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})")
	notParagraph = regexp.MustCompile(`^\s*(?:[-*+>|#]|\d+[.)]\s|$)`)
)

// Headings returns both kinds of Markdown heading: those after hashes, and those underlined with = or -.
func Headings(ctx context.Context, t *Text) (found []heading, err error) {
	var open, before string // the open fence; the previous line, when it may be a heading
	err = t.Each(ctx, 0, t.LineCount, func(n int, line []byte) bool {
		switch {
		case len(line) > 1000:
			before = ""
		case open != "":
			open = stillOpen(open, line)
		default:
			open = opens(line)
			if h, ok := headingAt(n, string(line), before); ok {
				found = append(found, h)
			}
			before = paragraph(line)
		}
		return true
	})
	return found, err
}

func headingAt(n int, line, before string) (heading, bool) {
	if m := hashHeading.FindStringSubmatch(line); m != nil {
		return heading{len(m[1]), m[2], n}, true
	}
	if before == "" || !underline.MatchString(line) {
		return heading{}, false
	}
	level := 2
	if strings.Contains(line, "=") {
		level = 1
	}
	return heading{level, before, n - 1}, true
}

// paragraph returns the line's text when an underline below would make it a heading.
func paragraph(line []byte) string {
	if notParagraph.Match(line) || bytes.HasPrefix(line, []byte("    ")) {
		return ""
	}
	return strings.TrimSpace(parse.Valid(line))
}

func opens(line []byte) string {
	if m := fence.FindSubmatch(line); m != nil {
		return string(m[1])
	}
	return ""
}

// stillOpen returns the open fence; empty when this line closes it.
func stillOpen(open string, line []byte) string {
	trimmed := strings.TrimSpace(string(line))
	if strings.HasPrefix(trimmed, open) && strings.Trim(trimmed, open[:1]) == "" {
		return ""
	}
	return open
}
