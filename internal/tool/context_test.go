package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"vitrine/internal/tool/kit"
)

// ending is a context that ends after a number of calls of Err.
type ending struct {
	context.Context
	checks, remaining int
}

// Err counts its calls.
func (e *ending) Err() error {
	if e.checks++; e.checks > e.remaining {
		return context.Canceled
	}
	return nil
}

// Loops over large parsed documents check their context often, and stop soon after it has ended.
func TestLoops_end_with_their_context(t *testing.T) {
	const rows = 100_000
	numbers := make([]string, rows)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i)
	}
	documents := map[string]string{
		"csv":  "a,b\n" + strings.Join(numbers, ",x\n"),
		"text": strings.Join(numbers, " lines\n"),
		"json": "[" + strings.Join(numbers, ",") + "]",
		"xml":  "<a><b>" + strings.Join(numbers, "</b><b>") + "</b></a>",
	}
	documents["excel"] = sheetOf(t, 20_000)
	for _, c := range []struct{ library, tool, input string }{
		{"csv", "get_columns", `{}`},
		{"csv", "search", `{"pattern":"nowhere"}`},
		{"csv", "filter_rows", `{"where":[{"column":"a","operator":"eq","value":"-1"}]}`},
		{"csv", "aggregate", `{"column":"a","operation":"sum"}`},
		{"csv", "group_by", `{"column":"b","valueColumn":"a"}`},
		{"csv", "grep", `{"pattern":"[x-z]{9}"}`},
		{"text", "grep", `{"pattern":"[0-9]{9}"}`},
		{"json", "json_path", `{"path":"$[?@ < 0]"}`},
		{"json", "json_search", `{"key":"nowhere","pattern":"x"}`},
		{"xml", "xml_xpath", `{"xpath":"//c"}`},
		{"excel", "search_cells", `{"query":"nowhere"}`},
		{"excel", "aggregate_column", `{"sheet":"Sheet1","column":"n","operation":"sum"}`},
	} {
		t.Run(c.library+" "+c.tool, func(t *testing.T) {
			rt, doc, l := newTestRuntime(t, kit.Options{OutputCap: 100_000}), documentOf("large", []byte(documents[c.library])), kit.Find(c.library)
			call := kit.Call{Tool: c.tool, Input: json.RawMessage(c.input)}
			whole := &ending{Context: t.Context(), remaining: 1 << 30}
			for range 2 { // the second call uses the cache
				whole.checks = 0
				r := l.Invoke(whole, rt, doc, call)
				require.True(t, r.Success, r.ErrorMessage)
			}
			require.Greater(t, whole.checks, 8, "the context is rarely checked")
			early := &ending{Context: t.Context(), remaining: 3}
			r := l.Invoke(early, rt, doc, call)
			require.False(t, r.Success, "the call was not cancelled")
			require.LessOrEqual(t, early.checks, early.remaining+5, "the loop continued after the cancellation")
		})
	}
}

// sheetOf returns a workbook with a column of numbers.
func sheetOf(t *testing.T, rows int) string {
	t.Helper()
	book := excelize.NewFile()
	sheet, err := book.NewStreamWriter("Sheet1")
	require.NoError(t, err)
	require.NoError(t, sheet.SetRow("A1", []any{"n"}))
	for i := range rows {
		require.NoError(t, sheet.SetRow(fmt.Sprintf("A%d", i+2), []any{i}))
	}
	require.NoError(t, sheet.Flush())
	file, err := book.WriteToBuffer()
	require.NoError(t, err)
	return file.String()
}
