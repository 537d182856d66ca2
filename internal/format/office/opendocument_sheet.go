package office

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"strings"

	"github.com/xuri/excelize/v2"

	"vitrine/internal/fault"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
)

// openSheet is one sheet of an OpenDocument spreadsheet, without empty rows.
type openSheet struct {
	shown, raw []Row
	formulas   []Formula
}

func (o *openSheet) each(raw bool, visit func(Row) bool) {
	rows := o.shown
	if raw {
		rows = o.raw
	}
	for _, r := range rows {
		if !visit(r) {
			return
		}
	}
}

// openSheetReader reads sheets from the tokens of a spreadsheet.
type openSheetReader struct {
	book                *Workbook
	depth               int // nesting of tables; only the outer one is a sheet
	row                 int // number of the next row, from 1
	column              int // number of the next cell, from 0
	rowTimes            int
	shown, raw          []string
	cell                xml.StartElement
	text                strings.Builder
	skipped, paragraphs int // depth inside comments, and inside the paragraphs of a cell
	expansion           allowance
}

// maxSheetRows is the number of rows of a sheet at most.
const maxSheetRows = 1 << 20

func (r *openSheetReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		r.start(t)
	case xml.EndElement:
		r.end(t.Name.Local)
	case xml.CharData:
		if r.paragraphs > 0 && r.skipped == 0 {
			r.text.Write(t)
		}
	}
}

func (r *openSheetReader) start(e xml.StartElement) {
	if r.skipped > 0 || openNotShown[e.Name.Local] {
		r.skipped++
		return
	}
	switch e.Name.Local {
	case "table":
		if r.depth++; r.depth == 1 {
			r.book.Sheets = append(r.book.Sheets, Sheet{Name: xmltree.AttributeOf(e, "name")})
			r.book.read, r.row = append(r.book.read, openSheet{}), 1
		}
	case "table-row":
		r.rowTimes, r.column, r.shown, r.raw = repeated(e, "number-rows-repeated", maxSheetRows), 0, nil, nil
	case "table-cell", "covered-table-cell":
		r.cell = e.Copy()
		r.text.Reset()
	case "p":
		if r.paragraphs++; r.text.Len() > 0 {
			r.text.WriteByte('\n')
		}
	default:
		if text := openCharacter(e); r.paragraphs > 0 && r.expansion.take(len(text)) {
			r.text.WriteString(text)
		}
	}
}

func (r *openSheetReader) end(local string) {
	if r.skipped > 0 {
		r.skipped--
		return
	}
	switch local {
	case "table":
		r.depth--
	case "table-row":
		r.endRow()
	case "table-cell", "covered-table-cell":
		r.endCell()
	case "p":
		r.paragraphs = max(0, r.paragraphs-1)
	}
}

// endCell adds a cell as often as it is repeated; an empty one only advances the column.
func (r *openSheetReader) endCell() {
	times, shown := repeated(r.cell, "number-columns-repeated", parse.MaxColumns), r.text.String()
	raw := cmp.Or(xmltree.AttributeOf(r.cell, "value"), xmltree.AttributeOf(r.cell, "date-value"), xmltree.AttributeOf(r.cell, "time-value"), xmltree.AttributeOf(r.cell, "boolean-value"), shown)
	formula := xmltree.AttributeOf(r.cell, "formula")
	if shown = cmp.Or(shown, raw); shown == "" && formula == "" || r.depth != 1 {
		r.column += times
		return
	}
	for size := 32 * (r.column - len(r.shown)); times > 0 && r.column < parse.MaxColumns && r.expansion.take(size); times-- {
		r.shown, r.raw = padded(r.shown, r.column, shown), padded(r.raw, r.column, raw)
		r.addFormula(formula)
		r.column++
		size = 32 + len(shown) // only repetitions count toward the limit
	}
}

// padded sets a value at a position at or after the end of a row.
func padded(row []string, at int, value string) []string {
	for len(row) < at {
		row = append(row, "")
	}
	return append(row, value)
}

func (r *openSheetReader) addFormula(text string) {
	if text == "" || r.row > maxSheetRows {
		return
	}
	address, _ := excelize.CoordinatesToCellName(r.column+1, r.row) // in range: both are limited
	sheet := &r.book.read[len(r.book.read)-1]
	sheet.formulas = append(sheet.formulas, Formula{Cell: address, Formula: strings.TrimPrefix(strings.TrimPrefix(text, "of:"), "=")})
}

// endRow adds a row that is not empty as often as it is repeated; an empty one only advances the row number.
func (r *openSheetReader) endRow() {
	if r.depth != 1 || len(r.book.read) == 0 {
		return
	}
	if !holdsSomething(r.shown) {
		r.row += r.rowTimes
		return
	}
	sheet := &r.book.read[len(r.book.read)-1]
	for size := 64; r.rowTimes > 0 && r.row <= maxSheetRows; r.rowTimes-- {
		sheet.shown, sheet.raw = append(sheet.shown, Row{r.row, r.shown}), append(sheet.raw, Row{r.row, r.raw})
		if r.row++; r.rowTimes > 1 && !r.expansion.take(size) {
			return
		}
	}
}

// OpenSheets reads an .ods file.
func OpenSheets(ctx context.Context, p *Package) (*Workbook, error) {
	r := &openSheetReader{book: &Workbook{Kind: "ods"}}
	err := readOpen(ctx, p, r.token)
	switch {
	case err != nil:
		return nil, err
	case r.expansion > maxExpansion:
		return nil, fault.TooLarge("", "This spreadsheet expands to more rows and cells than the tools read, because of repeated rows and cells.").Try("Remove empty columns and repeated rows.")
	case len(r.book.Sheets) == 0:
		return nil, parse.Unreadable(p.kind, errors.New("it has no sheets"))
	}
	return r.book, nil
}
