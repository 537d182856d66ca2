package plain

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Spaced returns a pattern for words with any white space between them.
func Spaced(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return strings.Join(quoted, `\s+`)
}

// excerptBytes is how much is shown before and after a match.
const excerptBytes = 120

// Excerpt returns a match with the text around it, cut between characters and marked where it is cut.
func Excerpt(text string, start, end int) string {
	from, to := max(0, start-excerptBytes), min(len(text), end+excerptBytes)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	shown := text[from:to]
	if from > 0 {
		shown = "…" + shown
	}
	if to < len(text) {
		shown += "…"
	}
	return shown
}
