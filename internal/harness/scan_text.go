package harness

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escapes maps the letters after a backslash to the bytes that they represent.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unquote decodes a JSON string; it returns "" for any other value. Bytes that are not UTF-8 and halves of surrogate
// pairs become U+FFFD, as in encoding/json.
func unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return strings.ToValidUTF8(string(raw), string(utf8.RuneError))
	}
	var text strings.Builder
	text.Grow(len(raw))
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			text.Write(raw)
			break
		}
		text.Write(raw[:n])
		raw = raw[n+1:]
		raw = raw[unescape(&text, raw):]
	}
	return strings.ToValidUTF8(text.String(), string(utf8.RuneError))
}

// unescape decodes the escape sequence after a backslash and returns the number of bytes read.
func unescape(text *strings.Builder, raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	if c := escapes[raw[0]]; c != 0 {
		text.WriteByte(c)
		return 1
	}
	r, ok := hex4(raw[1:])
	if raw[0] != 'u' || !ok {
		text.WriteRune(utf8.RuneError)
		return 1
	}
	if utf16.IsSurrogate(r) && bytes.HasPrefix(raw[5:], []byte(`\u`)) {
		if low, ok := hex4(raw[7:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			text.WriteRune(utf16.DecodeRune(r, low))
			return 11
		}
	}
	text.WriteRune(r)
	return 5
}

func hex4(raw []byte) (rune, bool) {
	if len(raw) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[:4]), 16, 16)
	return rune(n), err == nil
}
