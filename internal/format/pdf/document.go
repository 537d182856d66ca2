// Package pdf reads PDF files by PDFium in WebAssembly: text, outline, metadata, rendered pages.
package pdf

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"vitrine/internal/parse"
)

// Date converts D:YYYYMMDDHHmmSS with an optional zone to RFC 3339; any other text stays unchanged.
func Date(raw string) string {
	text := strings.ReplaceAll(strings.TrimPrefix(raw, "D:"), "'", "")
	for _, layout := range []string{"20060102150405-0700", "20060102150405Z", "20060102150405Z0700", "20060102150405", "20060102"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	return parse.Clip(raw, 100)
}

// Info holds the page count, tags and outline of a PDF.
type Info struct {
	PageCount int
	Tags      map[string]string // Title, Author, … with the names of PDF; only those that are set
	Outline   []bookmark
}

// bookmark is one entry of a PDF's outline.
type bookmark struct {
	Level int    `json:"level"` // from 1
	Title string `json:"title"`
	Page  int    `json:"page,omitempty"` // from 1; absent when it has no target page
}

const maxBookmarks = 5000

// ReadInfo reads the number of pages, the tags and the outline of the open document.
func ReadInfo(p *Session) (*Info, error) {
	count, err := p.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: p.document})
	if err != nil {
		return nil, parse.Unreadable("PDF", err)
	}
	if count.PageCount == 0 {
		return nil, parse.Unreadable("PDF", errors.New("it has no pages"))
	}
	info := &Info{PageCount: count.PageCount, Tags: map[string]string{}}
	if meta, err := p.GetMetaData(&requests.GetMetaData{Document: p.document}); err == nil {
		for _, tag := range meta.Tags {
			if value := strings.TrimSpace(strings.ToValidUTF8(tag.Value, "\uFFFD")); value != "" {
				info.Tags[tag.Tag] = value
			}
		}
	}
	info.Outline = appendBookmarks(nil, p, nil, 1)
	return info, nil
}

// appendBookmarks walks the outline below a parent (nil is the root). An outline may be cyclic, so depth and number
// are limited.
func appendBookmarks(out []bookmark, p *Session, parent *references.FPDF_BOOKMARK, level int) []bookmark {
	first, err := p.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: p.document, Bookmark: parent})
	if err != nil || level > pdfStackDepth {
		return out
	}
	for at := first.Bookmark; at != nil && len(out) < maxBookmarks; {
		out = append(out, bookmark{Level: level, Title: bookmarkTitle(p, *at), Page: bookmarkPage(p, *at)})
		out = appendBookmarks(out, p, at, level+1)
		next, err := p.FPDFBookmark_GetNextSibling(&requests.FPDFBookmark_GetNextSibling{Document: p.document, Bookmark: *at})
		if err != nil {
			break
		}
		at = next.Bookmark
	}
	return out
}

func bookmarkTitle(p *Session, b references.FPDF_BOOKMARK) string {
	title, err := p.FPDFBookmark_GetTitle(&requests.FPDFBookmark_GetTitle{Bookmark: b})
	if err != nil {
		return ""
	}
	return strings.ToValidUTF8(title.Title, "\uFFFD")
}

func bookmarkPage(p *Session, b references.FPDF_BOOKMARK) int {
	dest, err := p.FPDFBookmark_GetDest(&requests.FPDFBookmark_GetDest{Document: p.document, Bookmark: b})
	if err != nil || dest.Dest == nil {
		return 0
	}
	page, err := p.FPDFDest_GetDestPageIndex(&requests.FPDFDest_GetDestPageIndex{Document: p.document, Dest: *dest.Dest})
	if err != nil || page.Index < 0 {
		return 0
	}
	return page.Index + 1
}

// pagesPerLoad is how many pages are read at once, so that opening the file costs little per page.
const pagesPerLoad = 16

// Batch returns the pages that are read together with a page, 0-based from first up to end: the first page alone,
// because it is usually read first, the others in batches of equal size.
func Batch(index, count int) (first, end int) {
	if index == 0 {
		return 0, 1
	}
	first = index - (index-1)%pagesPerLoad
	return first, min(first+pagesPerLoad, count)
}

// ReadPages returns the text of the pages from first up to end. The text of a page that cannot be read is the reason.
func ReadPages(p *Session, first, end int) ([]string, error) {
	texts := make([]string, 0, end-first)
	for i := first; i < end; i++ {
		got, err := p.text(i)
		if err != nil {
			texts = append(texts, fmt.Sprintf("[Page %d cannot be read: %s]", i+1, parse.Brief(err)))
			continue
		}
		texts = append(texts, tidy(got))
	}
	return texts, nil
}

// text returns the text of a page in one call: asking PDFium for each character, as GetPageText does, takes twenty
// times as long.
func (s *Session) text(index int) (string, error) {
	loaded, err := s.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: s.Page(index)})
	if err != nil {
		return "", err
	}
	page := loaded.TextPage
	defer func() { _, _ = s.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: page}) }()
	count, err := s.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: page})
	if err != nil || count.Count == 0 {
		return "", err
	}
	// PDFium returns the text it has; twice the count leaves room for characters of two UTF-16 units.
	got, err := s.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: page, Count: 2 * count.Count})
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(got.Text, "\x00", ""), nil
}

// tidy cleans PDFium's text: line breaks as \n, no soft hyphens at line ends, valid UTF-8.
func tidy(raw string) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\uFFFE", "-", "\x02", "-").Replace(raw)
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.TrimSpace(text)
}
