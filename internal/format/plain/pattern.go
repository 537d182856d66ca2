package plain

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Compile compiles a regular expression (RE2 syntax), which runs in time linear to the text. Flags are any of i, m, s,
// U; g is accepted and ignored, because every search here finds all matches.
func Compile(pattern, flags string) (*regexp.Regexp, error) {
	flags = strings.ReplaceAll(flags, "g", "")
	if strings.Trim(flags, "imsU") != "" {
		return nil, fault.Invalid("flags", "The flags %q are not supported.", flags).Try("Use any of i (ignore case), m, s, U, or none.")
	}
	if flags != "" {
		pattern = "(?" + flags + ")" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fault.Invalid("pattern", "The pattern is not a valid regular expression (RE2 syntax): %s.", parse.Brief(err)).
			Try(`Write \ before a character to match it literally; RE2 has no lookaround and no backreferences.`).Because(err)
	}
	return re, nil
}

// requiredText returns a text that every match of the expression contains; empty when none is certain. Searching for
// it first lets grep skip most lines at memory speed.
func requiredText(re *regexp.Regexp) string {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	return longestLiteral(tree.Simplify())
}

func longestLiteral(node *syntax.Regexp) (longest string) {
	switch node.Op {
	case syntax.OpLiteral:
		if node.Flags&syntax.FoldCase == 0 {
			return string(node.Rune)
		}
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		for _, sub := range node.Sub {
			if s := longestLiteral(sub); len(s) > len(longest) {
				longest = s
			}
		}
	}
	return longest
}
