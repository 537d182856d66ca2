package folder

import (
	"regexp"
	"strings"
)

var includeInText = regexp.MustCompile(`\{@include\s+([^{}\s]+)\s*\}`)

// readText returns the file's text with each {@include x} replaced by that file's text.
func (s scope) readText(from Position) (string, error) {
	data, err := s.r.read(s.file, from)
	if err != nil {
		return "", err
	}
	text := string(data)
	var out strings.Builder
	end := 0
	for _, m := range includeInText.FindAllStringSubmatchIndex(text, -1) {
		at := Position{s.file, 1 + strings.Count(text[:m[0]], "\n")}
		if err := s.r.spend(at); err != nil {
			return "", err
		}
		in, err := s.follow(at, text[m[2]:m[3]])
		if err != nil {
			return "", err
		}
		included, err := in.readText(at)
		if err != nil {
			return "", err
		}
		out.WriteString(text[end:m[0]] + included)
		end = m[1]
	}
	return out.String() + text[end:], nil
}
