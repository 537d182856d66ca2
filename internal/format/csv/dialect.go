// Package csv reads tables of delimited text: dialect, encoding, types of columns, rows.
package csv

import (
	"bytes"
	"strings"

	"vitrine/internal/parse"
)

// dialect is the format of delimited text.
type dialect struct {
	Delimiter rune // one of , ; tab |
	Quote     byte // " or ' or 0 for none
}

// sniffBytes is how much of a text is used to detect the dialect.
const sniffBytes = 64 << 10

// sniffDialect detects the dialect from the first rows, and returns the data without a leading "sep=" line.
func sniffDialect(data []byte, mime string) (dialect, []byte) {
	if first, rest, _ := bytes.Cut(data, []byte("\n")); len(first) >= 5 && len(first) <= 6 && bytes.HasPrefix(first, []byte("sep=")) {
		return dialect{rune(first[4]), '"'}, rest
	}
	head := data[:min(len(data), sniffBytes)]
	if end := bytes.LastIndexByte(head, '\n'); end > 0 && len(head) < len(data) {
		head = head[:end+1]
	}
	quote := sniffQuote(head)
	best, bestScore := dialect{',', quote}, 0
	if strings.HasPrefix(mime, "text/tab-separated-values") {
		best.Delimiter = '\t'
	}
	for _, delimiter := range []rune{best.Delimiter, ',', ';', '\t', '|'} {
		d := dialect{delimiter, quote}
		if score := d.score(head); score > bestScore {
			best, bestScore = d, score
		}
	}
	return best, data
}

// sniffQuote returns ' only when fields are wrapped in it and " does not occur.
func sniffQuote(head []byte) byte {
	if bytes.IndexByte(head, '"') >= 0 {
		return '"'
	}
	for _, wrapped := range []string{"','", "';'", "'\t'", "'|'"} {
		if bytes.Contains(head, []byte(wrapped)) {
			return '\''
		}
	}
	return '"'
}

// score is high when many rows have the same number of fields, above one.
func (d dialect) score(head []byte) int {
	widths := map[int]int{}
	total := 0
	d.each(head, func(row []string) bool {
		widths[len(row)]++
		total++
		return total < 200
	})
	best := 0
	for width, n := range widths {
		if width > 1 {
			best = max(best, n*1000/total*10+min(width, 9))
		}
	}
	return best
}

// each visits the rows until visit returns false. It skips blank lines. A quote that is never closed is an ordinary
// character, so that it does not extend to the end of the file.
func (d dialect) each(data []byte, visit func([]string) bool) {
	r := rowReader{data: data, delimiter: byte(d.Delimiter), quote: d.Quote}
	for r.at < len(r.data) {
		row := r.row()
		if len(row) == 1 && row[0] == "" {
			continue
		}
		if !visit(row) {
			return
		}
	}
}

// rowReader splits delimited text.
type rowReader struct {
	data      []byte
	at        int
	delimiter byte
	quote     byte
	width     int // of the last row, to preallocate the next one
}

// row reads one row and its line break. It stops after one field more than a table may have.
func (r *rowReader) row() []string {
	row := make([]string, 0, r.width)
	for {
		field, more := r.field()
		row = append(row, field)
		if !more || len(row) > parse.MaxColumns {
			r.width = len(row)
			return row
		}
	}
}

// field reads one field and its delimiter; more reports whether another field follows.
func (r *rowReader) field() (field string, more bool) {
	quoted := ""
	if r.quote != 0 && r.at < len(r.data) && r.data[r.at] == r.quote {
		quoted = r.quoted()
	}
	start := r.at
	for r.at < len(r.data) && r.data[r.at] != r.delimiter && r.data[r.at] != '\n' && r.data[r.at] != '\r' {
		r.at++
	}
	field = quoted + parse.Valid(r.data[start:r.at])
	if r.at >= len(r.data) {
		return field, false
	}
	end := r.data[r.at]
	r.at++
	if end == '\r' && r.at < len(r.data) && r.data[r.at] == '\n' {
		r.at++
	}
	return field, end == r.delimiter
}

// quoted reads a quoted text from its opening quote; a doubled quote is one quote. Without a closing quote it reads
// nothing and turns quotes off for the rest of the data.
func (r *rowReader) quoted() string {
	var b strings.Builder
	for i := r.at + 1; ; {
		n := bytes.IndexByte(r.data[i:], r.quote)
		if n < 0 {
			r.quote = 0
			return ""
		}
		b.WriteString(parse.Valid(r.data[i : i+n]))
		i += n + 1
		if i >= len(r.data) || r.data[i] != r.quote {
			r.at = i
			return b.String()
		}
		b.WriteByte(r.quote)
		i++
	}
}
