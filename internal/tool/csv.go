package tool

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/format/csv"
	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "csv", Aliases: []string{"CSVToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(csvFacts),
			grep(textOf),
			kit.Op("get_columns", "The columns with their inferred types, the number of rows, and the format (delimiter, quote, encoding).", csvColumns),
			kit.Op("get_rows", "Rows by 0-based index; the header is not counted.", csvRows),
			kit.Op("search", "Rows with a cell that matches a regular expression.", csvSearch),
			kit.Op("filter_rows", "Rows that meet all conditions.", csvFilter),
			kit.Op("aggregate", "One aggregate of a column; text and empty cells are counted separately, never added.", csvAggregate),
			kit.Op("group_by", "Rows grouped by the value of a column, largest group first, with an aggregate of another column.", csvGroup),
		},
	})
}

func csvFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Fields{"rowCount": len(t.Rows), "columnCount": len(t.Columns), "delimiter": string(t.Delimiter), "encoding": t.Charset}, nil
}

// columnInfo describes one column.
type columnInfo struct {
	Name  string `json:"name"`
	Type  string `json:"type"`  // integer, number, boolean, date, datetime, text or empty
	Empty int    `json:"empty"` // number of empty cells
}

func csvColumns(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	columns := make([]columnInfo, len(t.Columns))
	for i, name := range t.Columns {
		kind, empty, err := csv.InferType(ctx, t, i)
		if err != nil {
			return nil, err
		}
		columns[i] = columnInfo{name, kind, empty}
	}
	facts := kit.Fields{"rowCount": len(t.Rows), "delimiter": string(t.Delimiter), "encoding": t.Charset}
	if t.Quote != 0 {
		facts["quote"] = string(t.Quote)
	}
	return kit.Series{Facts: facts, Key: "columns", Each: kit.Items(columns)}, nil
}

type rowRange struct {
	Start int `json:"start,omitempty" about:"0-based index of the first row" min:"0" default:"0"`
	Count int `json:"count,omitempty" about:"How many rows" min:"1" max:"100000" default:"50"`
}

func csvRows(ctx context.Context, s *kit.Subject, in rowRange) (kit.Answer, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	start := min(in.Start, len(t.Rows))
	end := min(len(t.Rows), start+in.Count)
	return kit.Series{
		Facts: kit.Fields{"start": start, "total": len(t.Rows)}, Key: "rows",
		Each: func(_ context.Context, from int64, visit func(int64, any) bool) error {
			for i := max(start, int(from)); i < end; i++ {
				if !visit(int64(i), t.Record(i)) {
					break
				}
			}
			return nil
		},
	}, nil
}

type rowSearch struct {
	Pattern string `json:"pattern" about:"Regular expression (RE2 syntax), matched within each cell" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
	Column  string `json:"column,omitempty" about:"Only this column" max:"1000"`
}

// foundRow is a row with its 0-based index, the header not counted.
type foundRow struct {
	RowIndex int        `json:"rowIndex"`
	Row      csv.Record `json:"row"`
}

func csvSearch(ctx context.Context, s *kit.Subject, in rowSearch) (kit.Answer, error) {
	re, err := plain.Compile(in.Pattern, in.Flags)
	if err != nil {
		return nil, err
	}
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	only := -1
	if in.Column != "" {
		if only, err = t.Column("column", in.Column); err != nil {
			return nil, err
		}
	}
	return matchingRows(ctx, t, func(row []string) bool {
		for i, cell := range row {
			if (only < 0 || i == only) && re.MatchString(cell) {
				return true
			}
		}
		return false
	})
}

type rowFilter struct {
	Where []condition `json:"where" about:"Conditions that must all hold" min:"1" max:"20"`
}

func csvFilter(ctx context.Context, s *kit.Subject, in rowFilter) (kit.Answer, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	meets, err := allHold(t, in.Where)
	if err != nil {
		return nil, err
	}
	return matchingRows(ctx, t, meets)
}

// matchingRows returns the rows that pass a test, with their number.
func matchingRows(ctx context.Context, t *csv.Table, meets func([]string) bool) (kit.Answer, error) {
	var found []int
	err := t.Scan(ctx, func(i int, row []string) {
		if meets(row) {
			found = append(found, i)
		}
	})
	return kit.Series{
		Facts: kit.Fields{"matchCount": len(found), "total": len(t.Rows)}, Key: "matches",
		Each: func(_ context.Context, from int64, visit func(int64, any) bool) error {
			if from > int64(len(found)) {
				return fault.Invalid("cursor", "The cursor is past the end of the rows.")
			}
			for n, i := range found[from:] {
				if !visit(from+int64(n), foundRow{i, t.Record(i)}) {
					break
				}
			}
			return nil
		},
	}, err
}

type aggregation struct {
	Column    string      `json:"column" about:"The column" max:"1000"`
	Operation string      `json:"operation" about:"What to compute" enum:"sum,avg,count,min,max,median,stdev,distinct"`
	Where     []condition `json:"where,omitempty" about:"Only rows that meet all these conditions" max:"20"`
}

func csvAggregate(ctx context.Context, s *kit.Subject, in aggregation) (kit.Answer, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	at, err := t.Column("column", in.Column)
	if err != nil {
		return nil, err
	}
	meets, err := allHold(t, in.Where)
	if err != nil {
		return nil, err
	}
	cells := newCells(t.Number)
	err = t.Scan(ctx, func(_ int, row []string) {
		if meets(row) {
			cells.add(csv.Cell(row, at))
		}
	})
	if err != nil {
		return nil, err
	}
	return cells.answer(in.Column, in.Operation)
}

type grouping struct {
	Column      string `json:"column" about:"The column whose values make the groups" max:"1000"`
	ValueColumn string `json:"valueColumn,omitempty" about:"The column to aggregate; leave it out to count rows only" max:"1000"`
	Operation   string `json:"operation,omitempty" about:"What to compute over valueColumn" enum:"sum,avg,count,min,max,median,stdev,distinct" default:"sum"`
}

func csvGroup(ctx context.Context, s *kit.Subject, in grouping) (kit.Answer, error) {
	t, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	by, err := t.Column("column", in.Column)
	if err != nil {
		return nil, err
	}
	value := -1
	if in.ValueColumn != "" {
		if value, err = t.Column("valueColumn", in.ValueColumn); err != nil {
			return nil, err
		}
	}
	groups, err := groupRows(ctx, t, by, value, in.Operation)
	return kit.Series{Facts: kit.Fields{"groupCount": len(groups), "total": len(t.Rows)}, Key: "groups", Each: kit.Items(groups)}, err
}

// tableOf parses the document as delimited text.
func tableOf(ctx context.Context, s *kit.Subject) (*csv.Table, error) {
	if s.SizeBytes > csv.MaxBytes {
		return nil, fault.TooLarge("", "This table has %d bytes; the table tools read at most %d.", s.SizeBytes, csv.MaxBytes).
			Try("Use grep or get_full, which accept larger documents.")
	}
	return kit.Load(ctx, s, "table:"+s.MIMEType, max(4*s.SizeBytes, 1<<10), func(ctx context.Context, s *kit.Subject) (*csv.Table, error) {
		raw, err := s.ReadAll(ctx, csv.MaxBytes)
		if err != nil {
			return nil, err
		}
		data, charset := plain.Decode(raw)
		return csv.Parse(ctx, data, charset, s.MIMEType)
	})
}
