// Package plain reads text: encodings, lines, searches, headings and excerpts.
package plain

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decode converts bytes to UTF-8 without a byte order mark and returns the name of their encoding. It is detected by
// the mark, by the NUL bytes of UTF-16 in western text, as valid UTF-8, or else is windows-1252, where every byte is
// valid.
func Decode(raw []byte) (text []byte, charset string) {
	charset, mark, from := DetectCharset(raw)
	if from == nil {
		return raw[mark:], charset
	}
	text, err := from.NewDecoder().Bytes(raw[mark:])
	if err != nil {
		return bytes.ToValidUTF8(raw[mark:], []byte("\uFFFD")), charset
	}
	return text, charset
}

// DetectCharset returns the encoding, the length of its byte order mark and its decoder (nil for UTF-8).
func DetectCharset(raw []byte) (charset string, mark int, from encoding.Encoding) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xEF\xBB\xBF")):
		return "utf-8", 3, nil
	case bytes.HasPrefix(raw, []byte("\xFF\xFE")):
		return "utf-16le", 2, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case bytes.HasPrefix(raw, []byte("\xFE\xFF")):
		return "utf-16be", 2, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	even, odd := zeroes(raw[:min(len(raw), 1024)])
	switch {
	case odd > 40 && even < 5:
		return "utf-16le", 0, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case even > 40 && odd < 5:
		return "utf-16be", 0, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case utf8.Valid(raw):
		return "utf-8", 0, nil
	default:
		return "windows-1252", 0, charmap.Windows1252
	}
}

// zeroes returns the percentage of NUL bytes at even and at odd positions.
func zeroes(head []byte) (even, odd int) {
	if len(head) < 4 {
		return 0, 0
	}
	for i, b := range head {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	return even * 200 / len(head), odd * 200 / len(head)
}

// IsText reports whether bytes are text: valid UTF-8 with hardly any control characters at the start.
func IsText(text []byte) bool {
	head, strange := text[:min(len(text), 8<<10)], 0
	for len(head) > 0 && !utf8.RuneStart(head[len(head)-1]) {
		head = head[:len(head)-1]
	}
	for _, b := range head {
		if b == 0 {
			return false
		}
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b {
			strange++
		}
	}
	return utf8.Valid(text) && strange*50 <= len(head)
}
