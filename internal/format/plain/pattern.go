package plain

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Compile makes a regular expression of Go's RE2 kind, which runs in time linear to the text. Flags are any of i, m,
// s, U; g is taken and means nothing, as every search here finds all.
func Compile(pattern, flags string) (*regexp.Regexp, error) {
	flags = strings.ReplaceAll(flags, "g", "")
	if strings.Trim(flags, "imsU") != "" {
		return nil, fault.Invalid("flags", "The flags %q are not known.", flags).Try("Use any of i (ignore case), m, s, U, or none.")
	}
	if flags != "" {
		pattern = "(?" + flags + ")" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fault.Invalid("pattern", "The pattern is not a valid RE2 regular expression: %s.", parse.Brief(err)).
			Try(`Write \ before a character that is meant as it stands; RE2 has no lookaround and no backreferences.`).Because(err)
	}
	return re, nil
}

// requiredText is a text that every match of the expression contains; empty when none is sure. Looking for it first
// lets a search skip most lines at memory speed.
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
