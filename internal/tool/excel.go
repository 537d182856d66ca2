package tool

import (
	"context"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"vitrine/internal/fault"
	"vitrine/internal/format/csv"
	"vitrine/internal/format/office"
	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{Name: "excel", Aliases: []string{"ExcelToolLibrary"}, Operations: workbookSource(workbookOf).operations()})
}

// workbookSource reads a document as a workbook.
type workbookSource func(context.Context, *kit.Subject) (*office.Workbook, error)

// operations returns the tools of every workbook.
func (of workbookSource) operations() []kit.Operation {
	return []kit.Operation{
		kit.Op("get_full", "All sheets as text, one row per line with tabs between cells, in parts.", of.full),
		kit.Metadata(of.facts),
		grep(of.text),
		kit.Op("get_sheets", "The sheets with their numbers of rows and columns.", of.getSheets),
		kit.Op("get_sheet_data", "Rows of a sheet as objects with the keys of its header, the first row that is not empty. Empty rows are left out.", of.getSheetData),
		kit.Op("search_cells", "Cells whose displayed value matches a regular expression, case ignored.", of.searchCells),
		kit.Op("aggregate_column", "One aggregate of a column of a sheet. Formula cells count with their last computed value, dates with their serial day number; text is never added.", of.aggregateColumn),
		kit.Op("get_formulas", "The cells of a sheet that contain a formula.", of.getFormulas),
	}
}

func (of workbookSource) full(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := of.text(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Prose{Facts: kit.Fields{"encoding": "utf8", "sizeBytes": s.SizeBytes}, Key: "content", Text: t.Data}, nil
}

func (of workbookSource) facts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	b, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Fields{"sheetCount": len(b.Sheets), "sheetNames": b.Names()}, nil
}

// maxBookText limits the text of a whole workbook, in bytes.
const maxBookText = 64 << 20

// text renders all sheets as text, each after a line with its name.
func (of workbookSource) text(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	b, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, b.Kind+":text", max(4*s.SizeBytes, 1<<20)+maxBookText, func(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
		var out strings.Builder
		for i := range b.Sheets {
			out.WriteString("# " + b.Sheets[i].Name + "\n")
			err := eachRow(ctx, s, b, i, false, func(r office.Row) bool {
				out.WriteString(strings.Join(r.Cells, "\t") + "\n")
				return out.Len() < maxBookText
			})
			if err != nil {
				return nil, err
			}
		}
		if out.Len() >= maxBookText {
			return nil, fault.TooLarge("", "This workbook has more than %d MiB of text, which is the limit.", maxBookText>>20).Try("Use get_sheet_data or search_cells.")
		}
		return plain.New([]byte(out.String()), "utf-8", s.SizeBytes), nil
	})
}

// sheetInfo is one sheet with the numbers of its last row and column that are not empty.
type sheetInfo struct {
	Name        string `json:"name"`
	RowCount    int    `json:"rowCount"`
	ColumnCount int    `json:"columnCount"`
}

func (of workbookSource) getSheets(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	b, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	sheets, err := kit.Load(ctx, s, b.Kind+":sheets", 64<<10, func(ctx context.Context, s *kit.Subject) ([]sheetInfo, error) {
		out := make([]sheetInfo, len(b.Sheets))
		for i := range b.Sheets {
			out[i].Name = b.Sheets[i].Name
			err := eachRow(ctx, s, b, i, false, func(r office.Row) bool {
				out[i].RowCount, out[i].ColumnCount = r.Number, max(out[i].ColumnCount, len(r.Cells))
				return true
			})
			if err != nil {
				return nil, err
			}
		}
		return out, nil
	})
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"sheetCount": len(sheets)}, Key: "sheets", Each: kit.Items(sheets)}, nil
}

type sheetRange struct {
	Sheet    string `json:"sheet" about:"Name of the sheet" max:"200"`
	StartRow int    `json:"startRow,omitempty" about:"First row; 1 is the row after the header" min:"1" default:"1"`
	RowCount int    `json:"rowCount,omitempty" about:"How many rows" min:"1" max:"1048576" default:"50"`
}

func (of workbookSource) getSheetData(ctx context.Context, s *kit.Subject, in sheetRange) (kit.Answer, error) {
	b, at, err := of.sheet(ctx, s, in.Sheet)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"sheet": b.Sheets[at].Name, "startRow": in.StartRow}, Key: "rows", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		var columns []string
		header := 0
		return eachRow(ctx, s, b, at, false, func(r office.Row) bool {
			if columns == nil {
				columns, header = csv.ColumnNames(r.Cells, len(r.Cells)), r.Number
				return true
			}
			row := r.Number - header
			switch {
			case row < in.StartRow || int64(row) < from:
				return true
			case row >= in.StartRow+in.RowCount:
				return false
			}
			return visit(int64(row), csv.Record{Columns: widened(columns, r.Cells), Cells: r.Cells})
		})
	}}, nil
}

// widened adds names for the cells of a row beyond the header.
func widened(columns, row []string) []string {
	if len(row) <= len(columns) {
		return columns
	}
	return csv.ColumnNames(columns, len(row))
}

type cellSearch struct {
	Query string `json:"query" about:"Regular expression (RE2 syntax), case ignored" min:"1" max:"1000"`
	Sheet string `json:"sheet,omitempty" about:"Only this sheet" max:"200"`
}

// foundCell is one cell with its address.
type foundCell struct {
	Sheet string `json:"sheet"`
	Cell  string `json:"cell"`
	Value string `json:"value"`
}

func (of workbookSource) searchCells(ctx context.Context, s *kit.Subject, in cellSearch) (kit.Answer, error) {
	re, err := plain.Compile(in.Query, "i")
	if err != nil {
		return nil, err
	}
	b, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	first, last := 0, len(b.Sheets)-1
	if in.Sheet != "" {
		if first, err = b.Sheet(in.Sheet); err != nil {
			return nil, err
		}
		last = first
	}
	return kit.Series{Key: "matches", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		return eachCell(ctx, s, b, max(first, int(from>>sheetShift)), last, func(position int64, c foundCell) bool {
			return position < from || !re.MatchString(c.Value) || visit(position, c)
		})
	}}, nil
}

// The position of a cell is sheet, row and column in one number, increasing in reading order.
const (
	columnBits = 14 // 16 384 columns, from 0
	sheetShift = columnBits + 21
)

// eachCell visits the cells of the sheets from first to last that are not empty.
func eachCell(ctx context.Context, s *kit.Subject, b *office.Workbook, first, last int, visit func(int64, foundCell) bool) error {
	goOn := true
	for i := first; i <= last && goOn; i++ {
		err := eachRow(ctx, s, b, i, false, func(r office.Row) bool {
			for column, value := range r.Cells {
				if value == "" {
					continue
				}
				address, _ := excelize.CoordinatesToCellName(column+1, r.Number) // in range: both come from a sheet
				position := int64(i)<<sheetShift | int64(r.Number)<<columnBits | int64(column)
				if goOn = visit(position, foundCell{b.Sheets[i].Name, address, value}); !goOn {
					return false
				}
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type columnAggregation struct {
	Sheet     string `json:"sheet" about:"Name of the sheet" max:"200"`
	Column    string `json:"column" about:"Name of the column in the header, or its letter such as B" max:"1000"`
	Operation string `json:"operation" about:"What to compute" enum:"sum,avg,count,min,max,median,stdev,distinct"`
}

func (of workbookSource) aggregateColumn(ctx context.Context, s *kit.Subject, in columnAggregation) (kit.Answer, error) {
	b, at, err := of.sheet(ctx, s, in.Sheet)
	if err != nil {
		return nil, err
	}
	cells, column := newCells(csv.PlainFloat), -1
	var wrong error
	err = eachRow(ctx, s, b, at, true, func(r office.Row) bool {
		if column < 0 {
			column, wrong = headerColumn(r.Cells, in.Column)
			return wrong == nil
		}
		cells.add(csv.Cell(r.Cells, column))
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case wrong != nil:
		return nil, wrong
	}
	return cells.answer(in.Column, in.Operation)
}

// headerColumn finds a column by its name in the header, or else by its letters.
func headerColumn(header []string, name string) (int, error) {
	t := csv.Table{Columns: csv.ColumnNames(header, len(header))}
	at, err := t.Column("column", name)
	if err == nil {
		return at, nil
	}
	if n, letters := excelize.ColumnNameToNumber(name); letters == nil && n <= len(header) {
		return n - 1, nil
	}
	return 0, err
}

type sheetInput struct {
	Sheet string `json:"sheet" about:"Name of the sheet" max:"200"`
}

func (of workbookSource) getFormulas(ctx context.Context, s *kit.Subject, in sheetInput) (kit.Answer, error) {
	b, at, err := of.sheet(ctx, s, in.Sheet)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"sheet": b.Sheets[at].Name}, Key: "formulas", Each: func(ctx context.Context, from int64, visit func(int64, any) bool) error {
		file, err := workbookFile(ctx, s, b)
		if err != nil {
			return err
		}
		n := int64(-1)
		return b.EachFormula(ctx, file, at, func(f office.Formula) bool {
			n++
			return n < from || visit(n, f)
		})
	}}, nil
}

// eachRow visits the rows of a sheet that are not empty, as displayed or raw (numbers without format), until visit
// returns false. It caches the rows of small sheets and streams large sheets.
func eachRow(ctx context.Context, s *kit.Subject, b *office.Workbook, at int, raw bool, visit func(office.Row) bool) error {
	if b.Held() || b.Sheets[at].UnpackedBytes > office.MaxCachedSheetBytes {
		return streamRows(ctx, s, b, at, raw, visit)
	}
	kind := fmt.Sprintf("excel:rows:%d:%t", at, raw)
	grid, err := kit.Load(ctx, s, kind, max(office.GridCost*b.Sheets[at].UnpackedBytes, 1<<10), func(ctx context.Context, s *kit.Subject) (rows []office.Row, err error) {
		err = streamRows(ctx, s, b, at, raw, func(r office.Row) bool { rows = append(rows, r); return true })
		return rows, err
	})
	for i, r := range grid {
		if i%parse.CheckInterval == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !visit(r) {
			break
		}
	}
	return err
}

// streamRows reads a sheet from the file.
func streamRows(ctx context.Context, s *kit.Subject, b *office.Workbook, at int, raw bool, visit func(office.Row) bool) error {
	file, err := workbookFile(ctx, s, b)
	if err != nil {
		return err
	}
	return b.Stream(ctx, file, at, raw, visit)
}

// workbookFile returns the bytes of the workbook; nil when it holds its rows already.
func workbookFile(ctx context.Context, s *kit.Subject, b *office.Workbook) ([]byte, error) {
	if b.Held() {
		return nil, nil
	}
	return s.Bytes(ctx, office.MaxBookBytes)
}

// workbookOf reads the table of contents after checking that the file is safe to unpack.
func workbookOf(ctx context.Context, s *kit.Subject) (*office.Workbook, error) {
	return kit.Load(ctx, s, "excel", 64<<10, func(ctx context.Context, s *kit.Subject) (*office.Workbook, error) {
		file, err := s.Bytes(ctx, office.MaxBookBytes)
		if err != nil {
			return nil, err
		}
		return office.OpenWorkbook(ctx, file)
	})
}

func (of workbookSource) sheet(ctx context.Context, s *kit.Subject, name string) (*office.Workbook, int, error) {
	b, err := of(ctx, s)
	if err != nil {
		return nil, 0, err
	}
	at, err := b.Sheet(name)
	return b, at, err
}
