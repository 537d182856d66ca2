package tool

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"vitrine/internal/tool/kit"
)

// book returns a workbook with a sheet of items, formulas and a date, and an empty sheet.
func book(t testing.TB, items int) []byte {
	f := excelize.NewFile()
	require.NoError(t, f.SetSheetName("Sheet1", "Sales"))
	require.NoError(t, f.SetSheetRow("Sales", "A1", &[]any{"name", "amount", "double", "amount"}))
	for i := range items {
		row := i + 2
		require.NoError(t, f.SetSheetRow("Sales", fmt.Sprintf("A%d", row), &[]any{fmt.Sprintf("item %d", i), float64(i) + 0.5}))
		require.NoError(t, f.SetCellFormula("Sales", fmt.Sprintf("C%d", row), fmt.Sprintf("B%d*2", row)))
	}
	style, err := f.NewStyle(&excelize.Style{NumFmt: 4})
	require.NoError(t, err)
	require.NoError(t, f.SetCellStyle("Sales", "B2", fmt.Sprintf("B%d", items+1), style))
	_, err = f.NewSheet("Empty")
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b))
	return b.Bytes()
}

func TestExcel(t *testing.T) {
	content := string(book(t, 3))
	for _, tt := range []struct{ name, tool, input, want string }{
		{"sheets", "get_sheets", ``, `{"sheetCount":2,"sheets":[{"name":"Sales","rowCount":4,"columnCount":4},{"name":"Empty","rowCount":0,"columnCount":0}]}`},
		{"rows", "get_sheet_data", `{"sheet":"sales","startRow":2,"rowCount":1}`, `{"rows":[{"name":"item 1","amount":"1.50","double":"","amount_2":""}],"sheet":"Sales","startRow":2}`},
		{"no rows", "get_sheet_data", `{"sheet":"Empty"}`, `{"rows":[],"sheet":"Empty","startRow":1}`},
		{"search", "search_cells", `{"query":"ITEM 2"}`, `{"matches":[{"sheet":"Sales","cell":"A4","value":"item 2"}]}`},
		{"aggregate uses raw numbers", "aggregate_column", `{"sheet":"Sales","column":"amount","operation":"sum"}`, `{"column":"amount","emptyCells":0,"numericCells":3,"operation":"sum","otherCells":0,"value":4.5}`},
		{"aggregate by letter", "aggregate_column", `{"sheet":"Sales","column":"B","operation":"max"}`, `{"column":"B","emptyCells":0,"numericCells":3,"operation":"max","otherCells":0,"value":2.5}`},
		{"formulas", "get_formulas", `{"sheet":"Sales"}`, `{"formulas":[{"cell":"C2","formula":"B2*2"},{"cell":"C3","formula":"B3*2"},{"cell":"C4","formula":"B4*2"}],"sheet":"Sales"}`},
		{"grep", "grep", `{"pattern":"^item 1"}`, `{"matches":[{"lineNumber":3,"text":"item 1\t1.50\t"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "excel", content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestExcel_failures(t *testing.T) {
	content := string(book(t, 1))
	for _, tt := range []struct{ name, content, tool, input, says string }{
		{"an unknown sheet lists the sheets", content, "get_sheet_data", `{"sheet":"Sold"}`, "Sales, Empty"},
		{"an unknown column lists the columns", content, "aggregate_column", `{"sheet":"Sales","column":"price","operation":"sum"}`, "name, amount"},
		{"an old or protected workbook", "\xD0\xCF\x11\xE0 and more", "get_sheets", ``, "password"},
		{"a zip without a workbook", string(zipOf(t, "a.txt")), "get_sheets", ``, "workbook.xml"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "excel", tt.content, tt.tool, tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

// zipOf returns an archive with one empty entry.
func zipOf(t testing.TB, name string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	_, err := w.Create(name)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestExcel_real(t *testing.T) {
	for _, tt := range []struct{ file, tool, input, has string }{
		{"Book1.xlsx", "get_sheets", ``, `"name":"Sheet1"`},
		{"MergeCell.xlsx", "get_sheets", ``, `"rowCount":`},
		{"SharedStrings.xlsx", "get_full", ``, `"content":"# `},
		{"Book1.xlsx", "get_formulas", `{"sheet":"Sheet1"}`, `"formulas":[`},
	} {
		t.Run(tt.file+" "+tt.tool, func(t *testing.T) {
			r, got := ask(t, "excel", string(realFile(t, "documents/"+tt.file)), tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.has)
		})
	}
}

func FuzzExcel(f *testing.F) {
	f.Add(book(f, 2))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		for _, tool := range []string{"get_sheets", "get_full"} {
			kit.Find("excel").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}

func BenchmarkExcel_second_call(b *testing.B) {
	rt, doc := kit.NewRuntime(kit.Options{}), documentOf("book.xlsx", book(b, 5000))
	call := kit.Call{Tool: "get_sheet_data", Input: []byte(`{"sheet":"Sales"}`)}
	kit.Find("excel").Invoke(b.Context(), rt, doc, call)
	for b.Loop() {
		require.True(b, kit.Find("excel").Invoke(b.Context(), rt, doc, call).Success)
	}
}
