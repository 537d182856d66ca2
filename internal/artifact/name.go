package artifact

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxName is the longest name, in bytes for files and in characters for artifacts.
const MaxName = 255

// CleanFileName returns a safe form of name: no folders, no control or direction characters,
// composed Unicode, at most 255 bytes with its extension kept. If nothing is left, it returns "file".
func CleanFileName(name string) string {
	name = strings.ToValidUTF8(name, "")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = norm.NFC.String(strings.Map(visible, name))
	name = strings.Trim(strings.TrimSpace(name), ".")
	if strings.TrimSpace(name) == "" {
		return "file"
	}
	ext := filepath.Ext(name)
	if len(ext) > 32 {
		ext = ""
	}
	return cutBytes(strings.TrimSuffix(name, ext), MaxName-len(ext)) + ext
}

// CleanName makes an artifact's name: one line, at most 255 characters.
func CleanName(name string) string {
	name = strings.Join(strings.Fields(strings.Map(visible, strings.ToValidUTF8(name, ""))), " ")
	return cutRunes(name, MaxName)
}

// visible drops control characters and those that change the direction of the text that follows.
func visible(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0xfeff, r == utf8.RuneError:
		return -1
	}
	return r
}

func cutBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// Cut shortens a text to a number of characters.
func Cut(s string, most int) string { return cutRunes(s, most) }

func cutRunes(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}

// Letter returns the letters of the n-th artifact of a conversation, from 0: A, B, …, Z, AA, AB, …
func Letter(n int) string {
	var b []byte
	for n++; n > 0; n = (n - 1) / 26 {
		b = append([]byte{byte('A' + (n-1)%26)}, b...)
	}
	return string(b)
}

// LetterIndex is the inverse of Letter; -1 for a text that is not a letter.
func LetterIndex(letter string) int {
	n := 0
	for _, c := range strings.ToUpper(letter) {
		if c < 'A' || c > 'Z' || n > 1<<30 {
			return -1
		}
		n = n*26 + int(c-'A') + 1
	}
	return n - 1
}
