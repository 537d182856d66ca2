package deliverable

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

const (
	maxNotePath    = 500 // characters of the path in a note
	maxNoteSummary = 300 // characters of the summary
)

// EditNote returns the note about a user's save for the agent's next turn. Path and summary are untrusted: spaces are
// folded, control characters dropped and angle brackets escaped, so that neither can break out of its line or of a
// surrounding tag.
func EditNote(path, summary string) string {
	summary = cmp.Or(cutRunes(harmless(summary), maxNoteSummary), "edited by the user")
	return fmt.Sprintf("[Doc edit] %s: %s", cutRunes(harmless(path), maxNotePath), summary)
}

// LineSummary formats a line count the way an editor does, with a real minus sign.
func LineSummary(added, removed int) string { return fmt.Sprintf("+%d −%d lines", added, removed) }

// brackets keeps untrusted text from opening or closing a tag.
var brackets = strings.NewReplacer("<", "&lt;", ">", "&gt;")

func harmless(text string) string {
	folded := strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	return brackets.Replace(strings.Map(printable, folded))
}

// printable drops control and format characters, including those that reverse the direction of writing.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

func cutRunes(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n])
}
