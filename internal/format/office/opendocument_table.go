package office

import (
	"encoding/xml"

	"vitrine/internal/format/richtext"
)

// openTable is a table being read. Rows and cells may be repeated.
type openTable struct {
	grid
	rowTimes, cellTimes int
}

const (
	maxRepeated  = 1000 // repetitions of a space, or of a row or cell of a table in a text
	maxExpansion = 16 << 20
)

// allowance counts the bytes that repetitions add to a document, against a limit.
type allowance int

// take adds bytes; false when the limit is exceeded.
func (a *allowance) take(bytes int) bool {
	*a += allowance(bytes)
	return *a <= maxExpansion
}

func (r *openReader) startTable(e xml.StartElement) {
	if e.Name.Local == "table" {
		r.tables = append(r.tables, &openTable{})
		return
	}
	if len(r.tables) == 0 {
		return
	}
	t := r.tables[len(r.tables)-1]
	if e.Name.Local == "table-row" {
		t.rowTimes, t.rows = repeated(e, "number-rows-repeated", maxRepeated), append(t.rows, []string{})
		return
	}
	if len(t.rows) > 0 {
		last := len(t.rows) - 1
		t.cellTimes, t.rows[last] = repeated(e, "number-columns-repeated", maxRepeated), append(t.rows[last], "")
	}
}

func (r *openReader) endTable(local string) {
	if len(r.tables) == 0 {
		return
	}
	t := r.tables[len(r.tables)-1]
	switch local {
	case "table":
		if r.tables = r.tables[:len(r.tables)-1]; len(t.rows) > 0 {
			r.add(richtext.Block{Table: t.rows})
		}
	case "table-row":
		t.repeatRow(&r.expansion)
	default:
		t.repeatCell(&r.expansion)
	}
}

// repeatRow adds the last row as often as it is repeated, unless it is empty: empty rows fill a page.
func (t *openTable) repeatRow(expansion *allowance) {
	last := t.rows[max(0, len(t.rows)-1):]
	if len(last) == 0 || !holdsSomething(last[0]) {
		return
	}
	size := richtext.Block{Table: last}.Size() + 16*len(last[0])
	for ; t.rowTimes > 1 && expansion.take(size); t.rowTimes-- {
		t.rows = append(t.rows, last[0])
	}
}

func (t *openTable) repeatCell(expansion *allowance) {
	if len(t.rows) == 0 || len(t.rows[len(t.rows)-1]) == 0 {
		return
	}
	row := &t.rows[len(t.rows)-1]
	text := (*row)[len(*row)-1]
	for ; t.cellTimes > 1 && text != "" && expansion.take(16+len(text)); t.cellTimes-- {
		*row = append(*row, text)
	}
}
