package harness

import (
	"strings"
	"unicode/utf8"
)

// scriptWrites returns the writes of the patches in a script that calls tools.apply_patch. The script itself is not run or
// understood: a patch that it writes out is taken to be applied, and an event of the same file knows better.
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

// literal reads a text of a script up to its closing quote and returns the number of bytes it took.
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

// escapedByte returns what a letter behind a backslash stands for.
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
