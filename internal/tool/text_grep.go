package tool

import (
	"context"

	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

type grepInput struct {
	Pattern string `json:"pattern" about:"Regular expression (RE2 syntax), matched within each line" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
	Context int    `json:"context,omitempty" about:"How many lines to show before and after each match" min:"0" max:"20" default:"0"`
}

// matchedLine is a matching line. Text is shortened around the match when it is long; Before and After are set on
// request.
type matchedLine struct {
	LineNumber int      `json:"lineNumber"`
	Text       string   `json:"text"`
	Before     []string `json:"before,omitempty"`
	After      []string `json:"after,omitempty"`
}

// grep returns the line search over the text that a source reads.
func grep(of textSource) kit.Operation {
	return matchLines("grep", "Lines that match a regular expression, with their 0-based line numbers.", of)
}

// searchText is grep under the name that document libraries use.
func searchText(of textSource) kit.Operation {
	return matchLines("search_text", "Lines of the document's text that match a regular expression, with their 0-based line numbers.", of)
}

func matchLines(name, description string, of textSource) kit.Operation {
	return kit.Op(name, description,
		func(ctx context.Context, s *kit.Subject, in grepInput) (kit.Answer, error) {
			re, err := plain.Compile(in.Pattern, in.Flags)
			if err != nil {
				return nil, err
			}
			t, err := of(ctx, s)
			if err != nil {
				return nil, err
			}
			return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
				return t.Grep(ctx, re, int(from), func(n int, line []byte, at []int) bool {
					if at == nil {
						return visit(int64(n), kit.Pause{})
					}
					m := matchedLine{LineNumber: n, Text: plain.Around(line, at, plain.MaxShownLine)}
					if in.Context > 0 {
						m.Before, m.After = t.Excerpts(n-in.Context, n), t.Excerpts(n+1, n+1+in.Context)
					}
					return visit(int64(n), m)
				})
			}}, nil
		})
}
