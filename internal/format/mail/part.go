package mail

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"strings"

	"vitrine/internal/format/htmltree"
	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
)

const (
	maxMailDepth = 20
	maxMailParts = 1000
)

// partWalker collects the texts and attachments from the parts of an e-mail.
type partWalker struct {
	ctx         context.Context
	texts       []mailText
	attachments []Attachment
	encrypted   bool
	choices     int // number of multipart/alternative parts so far
	parts       int
}

// mailText is a part with text to read. Texts with the same choice, unless 0, are alternatives.
type mailText struct {
	html   bool
	text   string
	choice int
}

// partHead holds the headers of a part.
type partHead struct {
	contentType, encoding, disposition string
	choice                             int
}

// part reads one part and its nested parts. A broken part is read up to the error.
func (w *partWalker) part(h partHead, body io.Reader, depth int) {
	if w.parts++; w.parts > maxMailParts || depth > maxMailDepth || w.ctx.Err() != nil {
		return
	}
	kind, params := mediaType(h.contentType)
	w.encrypted = w.encrypted || kind == "multipart/encrypted" || strings.HasSuffix(kind, "pkcs7-mime")
	if strings.HasPrefix(kind, "multipart/") && params["boundary"] != "" {
		w.multipart(kind, h, multipart.NewReader(parse.Reader(w.ctx, body), params["boundary"]), depth)
		return
	}
	content := decodeBody(h.encoding, body)
	disposition, more := mediaType(h.disposition)
	name := decodeHeader(cmp.Or(more["filename"], params["name"]))
	if disposition != "attachment" && name == "" && (kind == "text/plain" || kind == "text/html") {
		w.addText(kind, params["charset"], content, h.choice)
		return
	}
	w.attach(Attachment{Name: name, MIMEType: kind, Inline: disposition == "inline", Content: content})
}

func (w *partWalker) multipart(kind string, h partHead, r *multipart.Reader, depth int) {
	choice := h.choice
	if kind == "multipart/alternative" && choice == 0 {
		w.choices++
		choice = w.choices
	}
	for {
		part, err := r.NextRawPart()
		if err != nil {
			return
		}
		head := partHead{part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part.Header.Get("Content-Disposition"), choice}
		w.part(head, part, depth+1)
	}
}

func (w *partWalker) addText(kind, label string, content []byte, choice int) {
	text := decodeLabelled(content, label)
	if kind == "text/html" {
		seen, ok := visibleText(w.ctx, text)
		if !ok {
			w.attach(Attachment{Name: "message.html", MIMEType: kind, Content: content})
			return
		}
		text = []byte(seen)
	}
	w.texts = append(w.texts, mailText{kind == "text/html", strings.TrimSpace(parse.Valid(text)), choice})
}

// MaxNodes limits the HTML of an e-mail that is converted to text.
const MaxNodes = 200_000

// visibleText returns the visible text of HTML; false when the HTML is too large or cannot be parsed.
func visibleText(ctx context.Context, page []byte) (string, bool) {
	if htmltree.CountNodes(ctx, page) > MaxNodes {
		return "", false
	}
	d, err := htmltree.Parse(ctx, page, "text/html; charset=utf-8")
	if err != nil {
		return "", false
	}
	return richtext.Join(htmltree.Blocks(d.Root)), true
}

func (w *partWalker) attach(a Attachment) {
	a.Index, a.SizeBytes = len(w.attachments), len(a.Content)
	if a.Name == "" {
		a.Name = fmt.Sprintf("part-%d", a.Index)
	}
	a.Name = parse.Clip(a.Name, 300)
	w.attachments = append(w.attachments, a)
}

// text joins the texts. Of alternatives, it uses the plain ones.
func (w *partWalker) text() (text, is string) {
	plain := map[int]bool{}
	for _, t := range w.texts {
		plain[t.choice] = plain[t.choice] || t.choice > 0 && !t.html && t.text != ""
	}
	var pieces []string
	is = "none"
	for _, t := range w.texts {
		if t.html && plain[t.choice] || t.text == "" {
			continue
		}
		if pieces = append(pieces, t.text); t.html {
			is = "html"
		} else if is == "none" {
			is = "plain"
		}
	}
	return strings.Join(pieces, "\n\n"), is
}
