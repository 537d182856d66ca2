package folder

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// replaceYAML replaces the value of a key. A comment at the end of the key's line stays.
func (t *text) replaceYAML(own *node, key string, raw, want *node) error {
	if own.spot.flow {
		start := t.offset(raw.spot.from, raw.spot.at)
		t.change(start, flowEnd(t.data, start), yamlInline(want))
		return nil
	}
	start, end := t.region(raw)
	colon := strings.IndexByte(string(t.data[start:end]), ':')
	if colon < 0 {
		return problem(raw.Position, "The field %s cannot be changed in place; change it by hand.", key)
	}
	start += colon + 1
	comment := ""
	if m := lineComment.FindStringSubmatch(string(t.data[start:end])); m != nil {
		comment = m[1]
	}
	t.change(start, end, " "+yamlValue(want, raw.spot.column-1)+comment)
	return nil
}

// lineComment matches the comment after a plain value of one line.
var lineComment = regexp.MustCompile(`^[^'"#\n]*?(\s+#[^\n]*)$`)

// insertYAML adds a field after the last one that the record itself contains.
func (t *text) insertYAML(own *node, key string, want *node) error {
	o := own.object()
	var last *node
	for _, k := range o.keys {
		if n := o.of[k]; n.spot.column > 0 && (last == nil || n.Line >= last.Line) {
			last = n
		}
	}
	switch {
	case last == nil:
		return problem(own.Position, "The field %s cannot be added here; add it by hand.", key)
	case own.spot.flow:
		end := flowEnd(t.data, t.offset(last.spot.from, last.spot.at))
		t.change(end, end, ", "+yamlInline(&node{value: key})+": "+yamlInline(want))
	default:
		_, end := t.region(last)
		t.change(end, end, t.newline()+strings.Repeat(" ", last.spot.column-1)+yamlInline(&node{value: key})+": "+yamlValue(want, last.spot.column-1))
	}
	return nil
}

// offset converts a line and a column, both from 1 and the column in characters, to a byte offset.
func (t *text) offset(line, column int) int {
	at := lineStarts(t.data)[line-1]
	for ; column > 1; column-- {
		_, size := utf8.DecodeRune(t.data[at:])
		at += size
	}
	return at
}

// region returns where a key begins and where its value ends, in a mapping in block style: the lines below that are
// indented deeper, and the items of a list in the key's own column. Trailing blank lines are not part of it.
func (t *text) region(n *node) (start, end int) {
	start = t.offset(n.Line, n.spot.column)
	lines := lineStarts(t.data)
	end = t.lineEnd(lines, n.Line)
	for line := n.Line + 1; line <= len(lines); line++ {
		content := string(t.data[lines[line-1]:t.lineEnd(lines, line)])
		trimmed := strings.TrimLeft(content, " ")
		indent := len(content) - len(trimmed)
		switch {
		case strings.TrimSpace(content) == "":
			continue
		case indent > n.spot.column-1, indent == n.spot.column-1 && (strings.HasPrefix(trimmed, "- ") || trimmed == "-"):
			end = t.lineEnd(lines, line)
			continue
		}
		break
	}
	return start, end
}

// lineEnd returns the offset after the last character of a line, without its line break.
func (t *text) lineEnd(starts []int, line int) int {
	end := len(t.data)
	if line < len(starts) {
		end = starts[line] - 1
	}
	if end > starts[line-1] && t.data[end-1] == '\r' {
		end--
	}
	return end
}

// flowEnd returns where a value within braces or brackets ends.
func flowEnd(data []byte, start int) int {
	depth, quote := 0, byte(0)
	for i := start; i < len(data); i++ {
		switch b := data[i]; {
		case quote != 0:
			if b == '\\' && quote == '"' {
				i++
			} else if b == quote {
				quote = 0
			}
		case b == '\'' || b == '"':
			quote = b
		case b == '[' || b == '{':
			depth++
		case depth == 0 && strings.IndexByte(",]}\n", b) >= 0:
			return start + len(strings.TrimRight(string(data[start:i]), " \t\r"))
		case b == ']' || b == '}':
			depth--
		}
	}
	return len(data)
}

// plainScalar matches strings that YAML reads without quotes, unless they are yamlWords.
var (
	plainScalar = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./() -]*$`)
	yamlWords   = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

// yamlInline formats a value on one line; JSON is YAML.
func yamlInline(n *node) string {
	if s, is := n.value.(string); is && plainScalar.MatchString(s) && s == strings.TrimSpace(s) && !slices.Contains(yamlWords, strings.ToLower(s)) {
		return s
	}
	return oneLine(n)
}

// yamlValue formats a value; strings of several lines become a block below their key.
func yamlValue(n *node, indent int) string {
	s, is := n.value.(string)
	if !is || !strings.Contains(s, "\n") || strings.ContainsAny(s, "\r\t") || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.Contains(s, " \n") {
		return yamlInline(n)
	}
	style, body := "|-", s
	if rest, ends := strings.CutSuffix(s, "\n"); ends {
		style, body = "|", rest
	}
	if strings.HasSuffix(body, "\n") {
		return yamlInline(n)
	}
	var out strings.Builder
	out.WriteString(style)
	for _, line := range strings.Split(body, "\n") {
		out.WriteString("\n")
		if line != "" {
			out.WriteString(strings.Repeat(" ", indent+2) + line)
		}
	}
	return out.String()
}
