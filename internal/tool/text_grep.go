package tool

import (
	"bytes"
	"context"
	"regexp"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

type grepInput struct {
	Pattern string `json:"pattern" about:"Regular expression of the RE2 kind, matched within each line" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
	Context int    `json:"context,omitempty" about:"How many lines to show before and after each match" min:"0" max:"20" default:"0"`
}

// matchedLine is a line that matches. Text is the line, cut around the match when long; Before and After only when asked for.
type matchedLine struct {
	LineNumber int      `json:"lineNumber"`
	Text       string   `json:"text"`
	Before     []string `json:"before,omitempty"`
	After      []string `json:"after,omitempty"`
}

// grep is the search for lines in whatever gives a text.
func grep(of textSource) kit.Operation {
	return matchLines("grep", "Lines that match a regular expression, with their 0-based line numbers.", of)
}

// searchText is grep under the name that the tools of documents have for it.
func searchText(of textSource) kit.Operation {
	return matchLines("search_text", "Lines of the document's text that match a regular expression, with their 0-based line numbers.", of)
}

func matchLines(name, description string, of textSource) kit.Operation {
	return kit.Op(name, description,
		func(ctx context.Context, s *kit.Subject, in grepInput) (kit.Answer, error) {
			re, err := compilePattern(in.Pattern, in.Flags)
			if err != nil {
				return nil, err
			}
			t, err := of(ctx, s)
			if err != nil {
				return nil, err
			}
			return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
				return t.grep(ctx, re, int(from), func(n int, line []byte, at []int) bool {
					if at == nil {
						return visit(int64(n), kit.Pause{})
					}
					m := matchedLine{LineNumber: n, Text: around(line, at, maxShownLine)}
					if in.Context > 0 {
						m.Before, m.After = t.strings(n-in.Context, n), t.strings(n+1, n+1+in.Context)
					}
					return visit(int64(n), m)
				})
			}}, nil
		})
}

// maxShownLine is how many bytes of a matching line are shown.
const maxShownLine = 600

// grep visits the lines from a number on that match, with the place of the first match. When time gets short it visits the line to
// read on from, without a place, and stops.
func (t *text) grep(ctx context.Context, re *regexp.Regexp, first int, visit func(n int, line []byte, at []int) bool) error {
	if find := finderOf(re, t.data); find != nil {
		return t.grepAt(ctx, re, find, first, visit)
	}
	goOn := true
	return t.each(ctx, first, t.lineCount, func(n int, line []byte) bool {
		if n > first && n%parse.Often == 0 && kit.Short(ctx) {
			visit(n, line, nil)
			return false
		}
		if at := re.FindIndex(line); at != nil {
			goOn = visit(n, line, at)
		}
		return goOn
	})
}

// grepAt jumps from one place where a match may be to the next and tries the expression only there.
func (t *text) grepAt(ctx context.Context, re *regexp.Regexp, find finder, first int, visit func(int, []byte, []int) bool) error {
	if first >= t.lineCount {
		return nil
	}
	for n, at := first, t.start(first); ctx.Err() == nil; {
		found := find(t.data, at)
		if found < 0 {
			return nil
		}
		n += bytes.Count(t.data[at:found], []byte("\n"))
		start := bytes.LastIndexByte(t.data[:found], '\n') + 1
		line, _, _ := bytes.Cut(t.data[start:], []byte("\n"))
		shown := bytes.TrimSuffix(line, []byte("\r"))
		if match := re.FindIndex(shown); match != nil && !visit(n, shown, match) {
			return nil
		}
		if n, at = n+1, start+len(line)+1; at >= len(t.data) {
			return nil
		}
	}
	return ctx.Err()
}

// strings gives the lines from first up to end that exist, long ones clipped.
func (t *text) strings(first, end int) (out []string) {
	_ = t.each(context.Background(), max(0, first), end, func(_ int, line []byte) bool { // at most 20 short steps
		out = append(out, parse.Clip(parse.Valid(line[:min(len(line), 4*maxShownLine)]), maxShownLine))
		return true
	})
	return out
}

// around shows a line, or the part of a long line around a match, with marks where it was cut.
func around(line []byte, at []int, limit int) string {
	if len(line) <= limit {
		return parse.Valid(line)
	}
	from := max(0, at[0]-limit/4)
	to := min(len(line), from+limit)
	shown := string(bytes.ToValidUTF8(line[from:to], nil))
	if from > 0 {
		shown = "… " + shown
	}
	if to < len(line) {
		shown += " …"
	}
	return shown
}
