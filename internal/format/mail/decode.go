// Package mail reads e-mail messages: headers, text, parts and attachments.
package mail

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"strings"

	"golang.org/x/net/html/charset"

	"vitrine/internal/format/plain"
)

// mediaType parses a type and its parameters; of a malformed one, only the type. An empty header is text/plain.
func mediaType(header string) (kind string, params map[string]string) {
	kind, params, err := mime.ParseMediaType(header)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		kind, _, _ = strings.Cut(strings.ToLower(header), ";")
	}
	if kind = strings.TrimSpace(kind); kind == "" {
		kind = "text/plain"
	}
	return kind, params
}

// decodeBody reverses the transfer encoding, up to the first error.
func decodeBody(encoding string, body io.Reader) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, noBlanks{body})
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	content, _ := io.ReadAll(body) // smaller than the e-mail, which is bounded
	return content
}

// noBlanks removes blanks, which the base64 decoder does not accept.
type noBlanks struct{ r io.Reader }

// Read reads at least one byte that is not a blank.
func (n noBlanks) Read(p []byte) (int, error) {
	for {
		got, err := n.r.Read(p)
		kept := copy(p, bytes.ReplaceAll(bytes.ReplaceAll(p[:got], []byte(" "), nil), []byte("\t"), nil))
		if kept > 0 || err != nil {
			return kept, err
		}
	}
}

// decodeLabelled decodes text by the name of its charset, or detects the charset when the name is unknown.
func decodeLabelled(content []byte, label string) []byte {
	if encoding, name := charset.Lookup(label); encoding != nil && name != "utf-8" {
		if text, err := encoding.NewDecoder().Bytes(content); err == nil {
			return text
		}
	}
	text, _ := plain.Decode(content)
	return text
}
