// Package rtf reads the text of RTF documents.
package rtf

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"vitrine/internal/parse"
)

// rtfHidden are the groups whose text is not part of the document.
var rtfHidden = parse.Set("fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "headerl", "headerr", "headerf", "footerl",
	"footerr", "footerf", "fldinst", "listtable", "listoverridetable", "rsidtbl", "generator", "themedata", "xmlnstbl", "revtbl", "filetbl", "bkmkstart", "bkmkend")

// rtfFacts are the groups whose text is a property of the document.
var rtfFacts = map[string]string{"title": "title", "author": "author", "subject": "subject", "keywords": "keywords", "operator": "lastModifiedBy"}

// rtfCharacters are the control words for characters.
var rtfCharacters = map[string]string{
	"tab": "\t", "line": "\n", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "endash": "–", "emdash": "—",
	"~": "\u00a0", "_": "‑", "-": "", "emspace": "\u2003", "enspace": "\u2002",
}

// control reads the control word or symbol after a backslash.
func (r *rtfReader) control() {
	if r.at >= len(r.data) {
		return
	}
	switch c := r.data[r.at]; {
	case c == '\'':
		r.hex()
	case c == '{' || c == '}' || c == '\\':
		r.at++
		r.character(c)
	case c == '*':
		r.at++
		r.group().hidden = r.group().hidden || r.group().fresh // an optional group, which a reader skips when it is unknown
	case c == '\r' || c == '\n':
		r.at++
		r.word("par", 0, false)
	case isLetter(c):
		r.word(r.readWord())
	default:
		r.at++
		r.word(string(c), 0, false)
	}
}

// hex reads a byte of the code page written as \'xx.
func (r *rtfReader) hex() {
	end := min(len(r.data), r.at+3)
	n, err := strconv.ParseUint(string(r.data[r.at+1:end]), 16, 8)
	if r.at = end; err == nil {
		r.character(byte(n))
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// readWord reads the letters and number of a control word, and the space that ends it, which is not text.
func (r *rtfReader) readWord() (word string, number int, given bool) {
	start := r.at
	for r.at < len(r.data) && isLetter(r.data[r.at]) {
		r.at++
	}
	word, start = string(r.data[start:r.at]), r.at
	for r.at < len(r.data) && r.at-start < 11 && (r.data[r.at] >= '0' && r.data[r.at] <= '9' || r.at == start && r.data[r.at] == '-') {
		r.at++
	}
	number, err := strconv.Atoi(string(r.data[start:r.at]))
	if r.at < len(r.data) && r.data[r.at] == ' ' {
		r.at++
	}
	return word, number, err == nil
}

func (r *rtfReader) word(word string, number int, given bool) {
	g := r.group()
	fresh := g.fresh
	g.fresh = false
	if text, ok := rtfCharacters[word]; ok {
		r.write(text)
		return
	}
	if fresh && (rtfHidden[word] || rtfFacts[word] != "") {
		g.hidden, g.field = g.hidden || rtfHidden[word], rtfFacts[word]
		return
	}
	if !r.structure(word) {
		r.setting(word, number, given)
	}
}

// structure handles the control words that end or begin something.
func (r *rtfReader) structure(word string) bool {
	if r.group().hidden {
		return false
	}
	switch word {
	case "par", "sect", "page":
		r.endParagraph()
	case "pard":
		r.level = 0
	case "intbl":
		r.inRow = true
	case "cell", "nestcell":
		r.endCell()
	case "row", "nestrow":
		r.endRow()
	case "trowd":
		r.inRow = true
	default:
		return false
	}
	return true
}

// setting handles the control words with a number.
func (r *rtfReader) setting(word string, number int, given bool) {
	switch word {
	case "u":
		r.unicode(number)
	case "uc":
		r.group().unicode = min(max(number, 0), 100)
	case "bin":
		r.at = min(len(r.data), r.at+max(0, number)) // bytes that are not text
	case "outlinelevel":
		if r.level = 0; given && number >= 0 && number < 9 {
			r.level = number + 1
		}
	case "v":
		r.group().hidden = r.group().hidden || !given || number != 0
	case "ansicpg":
		r.codePage(number)
	}
}

// unicode writes a character by its number, which is negative above 32767; its fallback characters are skipped.
func (r *rtfReader) unicode(number int) {
	if number < 0 {
		number += 65536
	}
	r.write(strings.ToValidUTF8(string(rune(number)), "\uFFFD"))
	r.group().pending = r.group().unicode
}

func (r *rtfReader) codePage(number int) {
	names := map[int]string{932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 65001: "utf-8", 10000: "macintosh"}
	name := names[number]
	if name == "" {
		name = "windows-" + strconv.Itoa(number)
	}
	if page, err := htmlindex.Get(name); err == nil {
		r.flushBytes()
		r.Page = page
	}
}
