package tool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/xuri/excelize/v2"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// eachRow visits the rows of a sheet that hold something, as shown or raw (numbers without format), until visit says stop.
// The rows of small sheets are kept between calls, large sheets are streamed.
func (b *workbook) eachRow(ctx context.Context, s *kit.Subject, at int, raw bool, visit func(sheetRow) bool) error {
	if b.read != nil {
		b.read[at].each(raw, visit)
		return nil
	}
	if b.sheets[at].inside > maxGridInside {
		return b.stream(ctx, s, at, raw, visit)
	}
	kind := fmt.Sprintf("excel:rows:%d:%t", at, raw)
	grid, err := kit.Load(ctx, s, kind, max(gridCost*b.sheets[at].inside, 1<<10), func(ctx context.Context, s *kit.Subject) (rows []sheetRow, err error) {
		err = b.stream(ctx, s, at, raw, func(r sheetRow) bool { rows = append(rows, r); return true })
		return rows, err
	})
	for i, r := range grid {
		if i%parse.Often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !visit(r) {
			break
		}
	}
	return err
}

// stream reads a sheet from the file.
func (b *workbook) stream(ctx context.Context, s *kit.Subject, at int, raw bool, visit func(sheetRow) bool) (err error) {
	file, err := s.Bytes(ctx, maxBookBytes)
	if err != nil {
		return err
	}
	book, err := excelize.OpenReader(parse.Reader(ctx, bytes.NewReader(file)), excelize.Options{
		UnzipSizeLimit: maxBookInside, UnzipXMLSizeLimit: 1 << 20, RawCellValue: raw,
	})
	if err != nil {
		return parse.Unreadable("workbook", err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	rows, err := book.Rows(b.sheets[at].name)
	if err != nil {
		return parse.Unreadable("workbook", err)
	}
	defer func() { _ = rows.Close() }()
	return eachSheetRow(ctx, rows, visit)
}

func eachSheetRow(ctx context.Context, rows *excelize.Rows, visit func(sheetRow) bool) error {
	for n := 1; rows.Next(); n++ {
		if n%(parse.Often/4) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, err := rows.Columns()
		if err != nil {
			return parse.Unreadable("workbook", err)
		}
		if holdsSomething(cells) && !visit(sheetRow{n, cells}) {
			return nil
		}
	}
	return rows.Error()
}

func holdsSomething(cells []string) bool {
	return slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}
