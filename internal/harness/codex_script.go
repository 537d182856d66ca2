package harness

import (
	"strings"
	"unicode/utf8"
)

// scriptWrites returns the writes of the patches in a script that calls tools.apply_patch. The script is not run or
// parsed: a patch that is spelled out in it is assumed to be applied; an event for the same file takes precedence.
func scriptWrites(script string) []Write {
	var writes []Write
	if !strings.Contains(script, "apply_patch") {
		return nil
	}
	for rest := script; ; {
		at := strings.Index(rest, patchBegin)
		if at < 0 {
			return writes
		}
		quote, _ := utf8.DecodeLastRuneInString(rest[:at])
		text, used := literal(rest[at:], byte(quote))
		for _, w := range readPatch(text) {
			w.Script = true
			writes = mergeWrite(writes, w)
		}
		rest = rest[at+used:]
	}
}

// literal reads a string literal of a script up to its closing quote and returns it with the number of bytes read.
func literal(text string, quote byte) (string, int) {
	if !strings.ContainsRune("\"'`", rune(quote)) {
		return text, len(text)
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return out.String(), i
		case c == '\\' && i+1 < len(text):
			i++
			out.WriteByte(escapedByte(text[i]))
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), len(text)
}

// escapedByte returns the byte that a letter after a backslash represents.
func escapedByte(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	}
	return c
}
