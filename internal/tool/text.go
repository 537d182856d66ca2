package tool

import (
	"context"
	"unicode/utf8"

	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "text", Aliases: []string{"TextToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(textFacts),
			grep(textOf),
			getLines(textOf),
			firstLines,
			lastLines,
			kit.Op("outline", "The Markdown headings of the text with level and 0-based line number; headings inside code fences are ignored.", outline),
			countText,
		},
	})
}

// These tools read the start or the end of any text, or count it.
var (
	firstLines = kit.Op("head", "The first lines of the text.", head)
	lastLines  = kit.Op("tail", "The last lines of the text.", tail)
	countText  = kit.Op("count", "The number of lines, words, characters and bytes of the text, and its encoding.", count)
)

func textFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	t, err := textOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Fields{"encoding": t.Charset, "lineCount": t.LineCount}, nil
}

type lineRange struct {
	Start int `json:"start,omitempty" about:"0-based number of the first line" min:"0" default:"0"`
	Count int `json:"count,omitempty" about:"How many lines" min:"1" max:"100000" default:"200"`
}

type lineCount struct {
	Count int `json:"count,omitempty" about:"How many lines" min:"1" max:"100000" default:"50"`
}

// numberedLine is one line with its 0-based number, without its line break.
type numberedLine struct {
	LineNumber int    `json:"lineNumber"`
	Text       string `json:"text"`
}

// textSource reads a document as text.
type textSource func(context.Context, *kit.Subject) (*plain.Text, error)

// getLines returns the get_lines operation over the text that a source reads.
func getLines(of textSource) kit.Operation {
	return kit.Op("get_lines", "Lines of the text, by 0-based line number.", func(ctx context.Context, s *kit.Subject, in lineRange) (kit.Answer, error) {
		t, err := of(ctx, s)
		if err != nil {
			return nil, err
		}
		return listLines(t, in.Start, in.Start+in.Count), nil
	})
}

func head(ctx context.Context, s *kit.Subject, in lineCount) (kit.Answer, error) {
	t, err := textOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return listLines(t, 0, in.Count), nil
}

func tail(ctx context.Context, s *kit.Subject, in lineCount) (kit.Answer, error) {
	t, err := textOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return listLines(t, max(0, t.LineCount-in.Count), t.LineCount), nil
}

// listLines returns the lines from start up to end.
func listLines(t *plain.Text, start, end int) kit.Answer {
	return kit.Series{Facts: kit.Fields{"lineCount": t.LineCount}, Key: "lines", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		return t.Each(ctx, max(start, int(from)), end, func(number int, line []byte) bool {
			return visit(int64(number), numberedLine{number, parse.Valid(line)})
		})
	}}
}

func count(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := textOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Whole{Value: kit.Fields{
		"lines": t.LineCount, "words": plain.Words(t.Data), "characters": utf8.RuneCount(t.Data), "bytes": t.SizeBytes, "encoding": t.Charset,
	}}, nil
}

// textOf reads the document as text.
func textOf(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	return kit.Load(ctx, s, "text", max(s.SizeBytes*5/4, 1<<10), func(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
		raw, err := s.ReadAll(ctx, plain.MaxTextBytes)
		if err != nil {
			return nil, err
		}
		data, charset := plain.Decode(raw)
		return plain.New(data, charset, int64(len(raw))), nil
	})
}

func outline(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := textOf(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := plain.Headings(ctx, t)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"headingCount": len(found)}, Key: "headings", Each: kit.Items(found)}, nil
}
