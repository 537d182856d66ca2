package office

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/xuri/excelize/v2"

	"vitrine/internal/parse"
)

// Held reports whether the workbook holds its rows and formulas in memory, so that reading them needs no file.
func (b *Workbook) Held() bool { return b.read != nil }

// Stream visits the rows of a sheet that are not empty, as displayed or raw (numbers without format), until visit
// returns false.
func (b *Workbook) Stream(ctx context.Context, file []byte, at int, raw bool, visit func(Row) bool) (err error) {
	if b.Held() {
		b.read[at].each(raw, visit)
		return nil
	}
	book, err := excelize.OpenReader(parse.Reader(ctx, bytes.NewReader(file)), excelize.Options{
		UnzipSizeLimit: maxUnpackedBytes, UnzipXMLSizeLimit: 1 << 20, RawCellValue: raw,
	})
	if err != nil {
		return parse.Unreadable("workbook", err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	rows, err := book.Rows(b.Sheets[at].Name)
	if err != nil {
		return parse.Unreadable("workbook", err)
	}
	defer func() { _ = rows.Close() }()
	return eachSheetRow(ctx, rows, visit)
}

func eachSheetRow(ctx context.Context, rows *excelize.Rows, visit func(Row) bool) error {
	for n := 1; rows.Next(); n++ {
		if n%(parse.CheckInterval/4) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, err := rows.Columns()
		if err != nil {
			return parse.Unreadable("workbook", err)
		}
		if holdsSomething(cells) && !visit(Row{n, cells}) {
			return nil
		}
	}
	return rows.Error()
}

func holdsSomething(cells []string) bool {
	return slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}
