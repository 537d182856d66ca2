package csv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

const (
	// MaxBytes is the largest document that is read as a table.
	MaxBytes = 128 << 20
)

// Table is delimited text with a header. It is immutable.
type Table struct {
	dialect
	Charset      string
	Columns      []string // unique, never empty
	Rows         [][]string
	decimalComma bool // numbers are written 1.234,5
}

// Parse reads UTF-8 text as a table with a header row. The charset is only recorded; the MIME type may determine the
// delimiter.
func Parse(ctx context.Context, data []byte, charset, mime string) (*Table, error) {
	dialect, data := sniffDialect(data, mime)
	t := &Table{dialect: dialect, Charset: charset}
	widest := 0
	dialect.each(data, func(row []string) bool {
		widest = max(widest, len(row))
		t.Rows = append(t.Rows, row)
		return widest <= parse.MaxColumns && (len(t.Rows)%parse.CheckInterval != 0 || ctx.Err() == nil)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(t.Rows) == 0:
		return nil, parse.Unreadable("table", errors.New("it has no rows"))
	case widest > parse.MaxColumns:
		return nil, fault.TooLarge("", "This table has more than %d columns, which is the limit.", parse.MaxColumns).Try("Use grep or get_full, which read it as text.")
	}
	t.Columns, t.Rows = ColumnNames(t.Rows[0], widest), t.Rows[1:]
	t.decimalComma = usesDecimalComma(t)
	return t, nil
}

// Scan visits every row with its index, until the context ends.
func (t *Table) Scan(ctx context.Context, visit func(i int, row []string)) error {
	for i, row := range t.Rows {
		if i%parse.CheckInterval == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		visit(i, row)
	}
	return nil
}

// ColumnNames makes the names of the header unique, and adds names for columns that only rows have.
func ColumnNames(header []string, width int) []string {
	seen, next, names := map[string]bool{}, map[string]int{}, make([]string, width)
	for i := range names {
		base := strings.TrimSpace(Cell(header, i))
		if base == "" {
			base = fmt.Sprintf("column_%d", i+1)
		}
		name := base
		for n := max(2, next[base]); seen[name]; n++ {
			name = fmt.Sprintf("%s_%d", base, n)
			next[base] = n + 1
		}
		seen[name], names[i] = true, name
	}
	return names
}

// Cell returns a cell of a row, empty when the row is shorter.
func Cell(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

// Column returns the index of a column by name, by exact match first, then with case ignored; field is the input field
// with the name.
func (t *Table) Column(field, name string) (int, error) {
	if i := slices.Index(t.Columns, name); i >= 0 {
		return i, nil
	}
	if i := slices.IndexFunc(t.Columns, func(c string) bool { return strings.EqualFold(c, strings.TrimSpace(name)) }); i >= 0 {
		return i, nil
	}
	return 0, fault.Invalid(field, "There is no column %q.", name).Try("The columns are: " + parse.Clip(strings.Join(t.Columns, ", "), 1000) + ".")
}

// Record is one row as a JSON object with its fields in the order of the columns.
type Record struct{ Columns, Cells []string }

// Record returns a row by index as an object.
func (t *Table) Record(i int) Record { return Record{t.Columns, t.Rows[i]} }

// MarshalJSON encodes the row; missing cells of a short row are empty texts.
func (r Record) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range r.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, text := range []string{name, Cell(r.Cells, i)} {
			raw, err := json.Marshal(text)
			if err != nil {
				return nil, fmt.Errorf("encode row: %w", err)
			}
			if j == 1 {
				b.WriteByte(':')
			}
			b.Write(raw)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
