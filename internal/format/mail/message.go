package mail

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"strings"

	"golang.org/x/net/html/charset"

	plaintext "vitrine/internal/format/plain"
	"vitrine/internal/parse"
)

const (
	// MaxBytes is the largest e-mail that is read.
	MaxBytes       = 64 << 20
	maxHeaders     = 2000
	maxHeaderBytes = 64 << 10 // of the value of one header
)

// Message is a parsed e-mail. It is immutable.
type Message struct {
	Headers     []Header
	Text        string
	TextIs      string // plain, html or none: the source of the text
	Attachments []Attachment
	Encrypted   bool
}

// Header is one decoded header with its lines joined.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Attachment is a part that is not the text, such as a file or an inline picture.
type Attachment struct {
	Index     int    `json:"index"` // from 0
	Name      string `json:"name"`
	MIMEType  string `json:"mimeType"`
	SizeBytes int    `json:"sizeBytes"` // of the decoded content
	Inline    bool   `json:"inline,omitempty"`

	Content []byte `json:"-"`
}

// Parse reads an e-mail; content without any common e-mail header is unreadable.
func Parse(ctx context.Context, raw []byte) (*Message, error) {
	r := bufio.NewReader(bytes.NewReader(raw))
	headers := readHeaders(r)
	m := &Message{Headers: headers}
	if m.Get("From")+m.Get("To")+m.Get("Subject")+m.Get("Date")+m.Get("Received")+m.Get("Message-ID") == "" {
		return nil, parse.Unreadable("e-mail", errors.New("it has none of the headers of an e-mail"))
	}
	w := &partWalker{ctx: ctx}
	w.part(partHead{m.Get("Content-Type"), m.Get("Content-Transfer-Encoding"), m.Get("Content-Disposition"), 0}, r, 0)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	m.Text, m.TextIs = w.text()
	m.Attachments, m.Encrypted = w.attachments, w.encrypted
	return m, nil
}

// Get returns the first header with a name; empty when there is none.
func (m *Message) Get(name string) string {
	for _, h := range m.Headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// readHeaders reads the headers up to the first empty line. It skips lines that are not headers, such as the first
// line of a mailbox file.
func readHeaders(r *bufio.Reader) (headers []Header) {
	for {
		line, err := r.ReadBytes('\n')
		trimmed := bytes.TrimRight(line, "\r\n")
		if len(trimmed) == 0 {
			return decoded(headers)
		}
		name, value, ok := bytes.Cut(trimmed, []byte(":"))
		switch last := len(headers) - 1; {
		case trimmed[0] == ' ' || trimmed[0] == '\t':
			if last >= 0 && len(headers[last].Value) < maxHeaderBytes {
				headers[last].Value += " " + string(bytes.TrimSpace(trimmed))
			}
		case ok && isHeaderName(name) && len(headers) < maxHeaders:
			headers = append(headers, Header{string(name), string(bytes.TrimSpace(value))})
		}
		if err != nil {
			return decoded(headers)
		}
	}
}

func isHeaderName(name []byte) bool {
	for _, b := range name {
		if b <= ' ' || b >= 0x7f {
			return false
		}
	}
	return len(name) > 0 && len(name) < 200
}

// encodedWords decodes =?charset?q?…?= in headers.
var encodedWords = mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) { return charset.NewReaderLabel(label, r) }}

func decoded(headers []Header) []Header {
	for i, h := range headers {
		headers[i].Value = decodeHeader(h.Value[:min(len(h.Value), maxHeaderBytes)])
	}
	return headers
}

// decodeHeader returns a header in UTF-8; parts that cannot be decoded stay as written.
func decodeHeader(raw string) string {
	text, _ := plaintext.Decode([]byte(raw))
	if plain, err := encodedWords.DecodeHeader(string(text)); err == nil {
		return plain
	}
	return string(text)
}
