package tool

import (
	"context"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/pdf"
	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "pdf", Aliases: []string{"PDFToolLibrary"}, Engine: func(rt *kit.Runtime) error { return rt.Engine("pdf", newPDFEngine).Start() },
		Operations: []kit.Operation{
			kit.Op("get_full", "The text of all pages, in parts. Scanned pages have no text: use render_page to look at them.", pdfFull),
			kit.Metadata(pdfFacts),
			grep(pdfText),
			kit.Op("get_page_count", "The number of pages.", pdfPageCount),
			kit.Op("get_text", "The text of a range of pages, page by page.", pdfPagesText),
			kit.Op("search_text", "The places where a text occurs, case ignored: page and surrounding words.", pdfSearch),
			kit.Op("get_outline", "The outline (bookmarks): level, title and page.", pdfOutline),
			kit.Op("render_page", "One page as an image.", pdfRender),
		},
	})
}

func pdfFull(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := pdfText(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Prose{Facts: kit.Fields{"sizeBytes": s.SizeBytes}, Key: "text", Text: t.Data}, nil
}

// pdfFacts returns the tags under the reference's names, null when the file does not set them.
func pdfFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"pageCount": info.PageCount}
	for name, tag := range map[string]string{
		"title": "Title", "author": "Author", "subject": "Subject", "keywords": "Keywords", "creator": "Creator", "producer": "Producer",
	} {
		facts[name] = orNull(parse.Clip(info.Tags[tag], 1000))
	}
	facts["creationDate"], facts["modificationDate"] = orNull(pdf.Date(info.Tags["CreationDate"])), orNull(pdf.Date(info.Tags["ModDate"]))
	return facts, nil
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func pdfPageCount(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Whole{Value: kit.Fields{"pageCount": info.PageCount}}, nil
}

type pageRange struct {
	StartPage int `json:"startPage,omitempty" about:"First page, from 1" min:"1" default:"1"`
	EndPage   int `json:"endPage,omitempty" about:"Last page; by default the last of the document" min:"1"`
}

// pageOfText is the text of a page, or one part of it when the page is long.
type pageOfText struct {
	Page  int    `json:"page"` // from 1
	Text  string `json:"text"`
	Part  int    `json:"part"`  // from 1
	Parts int    `json:"parts"` // of this page
}

// partRunes is how many characters of a page are returned in one part, so that no item is above the output cap.
const (
	partRunes = 4000
	maxParts  = 1 << 20 // positions count pages in steps of this and parts in steps of 1
)

func pdfPagesText(ctx context.Context, s *kit.Subject, in pageRange) (kit.Answer, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	end := in.EndPage
	if end == 0 {
		end = info.PageCount
	}
	first, last := clampPages(in.StartPage, end, info.PageCount)
	return kit.Series{Facts: kit.Fields{"pageCount": info.PageCount}, Key: "pages", Each: eachPage(s, info, first, last, func(page int, text string) []any {
		var out []any
		pieces := parts(text, min(partRunes, s.OutputCap()/4))
		for n, piece := range pieces {
			out = append(out, pageOfText{Page: page + 1, Text: piece, Part: n + 1, Parts: len(pieces)})
		}
		return out
	})}, nil
}

// clampPages limits a range of pages, numbered from 1, to the document and returns 0-based first and last, with last
// at least first.
func clampPages(start, end, count int) (first, last int) {
	first = min(max(start, 1), count) - 1
	return first, max(min(end, count)-1, first)
}

// parts cuts a text into pieces of at most size characters; the empty text is one piece.
func parts(text string, size int) (pieces []string) {
	runes := []rune(text)
	for len(runes) > size {
		pieces, runes = append(pieces, string(runes[:size])), runes[size:]
	}
	return append(pieces, string(runes))
}

// eachPage visits the items that found returns for each page's text. When little time is left it stops between two
// pages; the next call continues.
func eachPage(s *kit.Subject, info *pdf.Info, first, last int, found func(page int, text string) []any) func(context.Context, int64, func(int64, any) bool) error {
	return func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		page, skip := max(first, int(from/maxParts)), int(from%maxParts)
		for start := page; page <= last; page, skip = page+1, 0 {
			if page > start && parse.EndsSoon(ctx) {
				visit(int64(page)*maxParts, kit.Pause{})
				return nil
			}
			text, err := pageText(ctx, s, info, page)
			if err != nil {
				return err
			}
			for n, item := range found(page, text) {
				if n >= skip && !visit(int64(page)*maxParts+int64(n), item) {
					return nil
				}
			}
		}
		return nil
	}
}

type pdfSearchInput struct {
	Query string `json:"query" about:"The text to search for; case and line breaks are ignored" min:"1" max:"500"`
}

// snippet is one occurrence of a text.
type snippet struct {
	Page int    `json:"page"` // from 1
	Text string `json:"text"` // the words around it
}

func pdfSearch(ctx context.Context, s *kit.Subject, in pdfSearchInput) (kit.Answer, error) {
	words := strings.Fields(in.Query)
	if len(words) == 0 {
		return nil, fault.Invalid("query", "The query is blank.")
	}
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	re, err := plain.Compile(plain.Spaced(words), "i")
	if err != nil {
		return nil, err
	}
	return kit.Series{Key: "matches", Each: eachPage(s, info, 0, info.PageCount-1, func(page int, text string) []any {
		var out []any
		for _, at := range re.FindAllStringIndex(text, maxParts) {
			out = append(out, snippet{page + 1, strings.Join(strings.Fields(plain.Excerpt(text, at[0], at[1])), " ")})
		}
		return out
	})}, nil
}

func pdfOutline(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"count": len(info.Outline)}, Key: "outline", Each: kit.Items(info.Outline)}, nil
}

// pdfOf opens the document once and caches its page count, tags and outline.
func pdfOf(ctx context.Context, s *kit.Subject) (*pdf.Info, error) {
	return kit.Load(ctx, s, "pdf", 256<<10, func(ctx context.Context, s *kit.Subject) (info *pdf.Info, err error) {
		err = withPDF(ctx, s, func(p *pdf.Session) error {
			info, err = pdf.ReadInfo(p)
			return err
		})
		return info, err
	})
}

// newPDFEngine returns the engine that all calls of a runtime share.
func newPDFEngine(cacheDir string) kit.Engine { return &pdf.Engine{CacheDir: cacheDir} }

// withPDF opens the document and calls use with it.
func withPDF(ctx context.Context, s *kit.Subject, use func(*pdf.Session) error) error {
	file, err := s.Bytes(ctx, pdf.MaxBytes)
	if err != nil {
		return err
	}
	return s.Engine("pdf", newPDFEngine).(*pdf.Engine).With(ctx, file, use)
}

// pageText returns the text of a page by its 0-based index.
func pageText(ctx context.Context, s *kit.Subject, info *pdf.Info, index int) (string, error) {
	first, end := pdf.Batch(index, info.PageCount)
	texts, err := kit.Load(ctx, s, fmt.Sprintf("pdf:text:%d", first), 128<<10, func(ctx context.Context, s *kit.Subject) (texts []string, err error) {
		err = withPDF(ctx, s, func(p *pdf.Session) error {
			texts, err = pdf.ReadPages(p, first, end)
			return err
		})
		return texts, err
	})
	if err != nil {
		return "", err
	}
	return texts[index-first], nil
}

// pdfText returns the text of all pages, separated by blank lines.
func pdfText(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	var all strings.Builder
	for i := range info.PageCount {
		page, err := pageText(ctx, s, info, i)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			all.WriteString("\n\n")
		}
		all.WriteString(page)
	}
	return plain.New([]byte(all.String()), "utf-8", s.SizeBytes), nil
}

func pdfRender(ctx context.Context, s *kit.Subject, in renderInput) (kit.Answer, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if in.Page > info.PageCount {
		return nil, fault.Invalid("page", "There is no page %d; the PDF has %d.", in.Page, info.PageCount)
	}
	picture, err := kit.Load(ctx, s, fmt.Sprintf("pdf:render:%d:%d", in.Page, in.Width), 1<<20, func(ctx context.Context, s *kit.Subject) (picture *kit.Image, err error) {
		err = withPDF(ctx, s, func(p *pdf.Session) error {
			drawn, err := pdf.Render(p, in.Page-1, in.Width)
			if err == nil {
				picture = imageOf(drawn)
			}
			return err
		})
		return picture, err
	})
	if err != nil {
		return nil, err
	}
	return kit.Shown{Value: kit.Fields{"page": in.Page, "pageCount": info.PageCount, "width": picture.Width, "height": picture.Height}, Image: picture}, nil
}

type renderInput struct {
	Page  int `json:"page,omitempty" about:"The page, from 1" min:"1" default:"1"`
	Width int `json:"width,omitempty" about:"Longest side of the picture in pixels" min:"64" max:"2000" default:"1200"`
}
