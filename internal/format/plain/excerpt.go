package plain

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Spaced is a pattern for words with any white space between them.
func Spaced(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return strings.Join(quoted, `\s+`)
}

// excerptBytes is how much is shown before and behind a match.
const excerptBytes = 120

// Excerpt is a match with what stands around it, cut between characters and marked where cut.
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
