package extract

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	property = regexp.MustCompile(`^content((?:\??\.[A-Za-z_$][\w$]*|\??\.?\[(?:'[^'\\\]]*'|"[^"\\\]]*"|\d+)\])*)$`)
	segment  = regexp.MustCompile(`\??\.([A-Za-z_$][\w$]*)|\??\.?\[(?:'([^']*)'|"([^"]*)"|(\d+))\]`)
	text     = regexp.MustCompile(`^'(?:[^'\\\n]|\\['\\n"])*'$|^"(?:[^"\\\n]|\\["\\n'])*"$`)
	number   = regexp.MustCompile(`^-?\d+(?:\.\d+)?$`)
)

// translate turns a chain of properties with || or ?? fallbacks into CEL: content.queryName || content.name || 'Data
// Query'. It returns false for everything else.
func translate(script string) (expr string, ok bool) {
	script = strings.TrimSpace(script)
	script = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(script, "return "), ";"))
	var terms []string
	for _, part := range splitChain(script) {
		term, ok := translateTerm(strings.TrimSpace(part))
		if !ok {
			return "", false
		}
		terms = append(terms, term)
	}
	return "firstOf([" + strings.Join(terms, ", ") + "])", len(terms) > 0
}

// splitChain splits at || and ?? outside of quotes.
func splitChain(s string) (parts []string) {
	var quote byte
	start := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case i+1 < len(s) && (s[i:i+2] == "||" || s[i:i+2] == "??"):
			parts, start = append(parts, s[start:i]), i+2
			i++
		}
	}
	return append(parts, s[start:])
}

func translateTerm(term string) (string, bool) {
	switch {
	case term == "true" || term == "false" || term == "null" || number.MatchString(term):
		return term, true
	case text.MatchString(term):
		return strconv.Quote(unquote(term)), true
	case property.MatchString(term):
		return translateProperty(term), true
	}
	return "", false
}

func translateProperty(term string) string {
	path := []string{}
	for _, m := range segment.FindAllStringSubmatch(term, -1) {
		path = append(path, strconv.Quote(m[1]+m[2]+m[3]+m[4]))
	}
	if len(path) == 0 {
		return "content"
	}
	return "pick(content, [" + strings.Join(path, ", ") + "])"
}

func unquote(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\'`, `'`, `\"`, `"`, `\n`, "\n").Replace(s[1 : len(s)-1])
}
