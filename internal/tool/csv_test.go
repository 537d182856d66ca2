package tool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/format/csv"
	"vitrine/internal/tool/kit"
)

const people = "\uFEFFname;amount;since\n\"Müller; Söhne\";1.5;2024-01-31\nKlein;2;2024-02-01\nKlein;4;\n"

func TestCSV(t *testing.T) {
	tests := []struct{ name, content, tool, input, want string }{
		{"columns", people, "get_columns", ``, `{"columns":[{"name":"name","type":"text","empty":0},{"name":"amount","type":"number","empty":0},{"name":"since","type":"date","empty":1}],"delimiter":";","encoding":"utf-8","quote":"\"","rowCount":3}`},
		{"rows", people, "get_rows", `{"count":1}`, `{"rows":[{"name":"Müller; Söhne","amount":"1.5","since":"2024-01-31"}],"start":0,"total":3}`},
		{"rows past the end", people, "get_rows", `{"start":9}`, `{"rows":[],"start":3,"total":3}`},
		{"search", people, "search", `{"pattern":"^k","flags":"i"}`, `{"matchCount":2,"matches":[{"rowIndex":1,"row":{"name":"Klein","amount":"2","since":"2024-02-01"}},{"rowIndex":2,"row":{"name":"Klein","amount":"4","since":""}}],"total":3}`},
		{"search in a column", people, "search", `{"pattern":"2","column":"AMOUNT"}`, `{"matchCount":1,"matches":[{"rowIndex":1,"row":{"name":"Klein","amount":"2","since":"2024-02-01"}}],"total":3}`},
		{"filter by number", people, "filter_rows", `{"where":[{"column":"amount","operator":"gte","value":"2"},{"column":"since","operator":"empty"}]}`, `{"matchCount":1,"matches":[{"rowIndex":2,"row":{"name":"Klein","amount":"4","since":""}}],"total":3}`},
		{"aggregate", people, "aggregate", `{"column":"amount","operation":"sum"}`, `{"column":"amount","emptyCells":0,"numericCells":3,"operation":"sum","otherCells":0,"value":7.5}`},
		{"aggregate some", people, "aggregate", `{"column":"amount","operation":"median","where":[{"column":"name","operator":"eq","value":"Klein"}]}`, `{"column":"amount","emptyCells":0,"numericCells":2,"operation":"median","otherCells":0,"value":3}`},
		{"text is never added", "a\n1\nx\n\"\"\n2\n", "aggregate", `{"column":"a","operation":"avg"}`, `{"column":"a","emptyCells":0,"numericCells":2,"operation":"avg","otherCells":1,"value":1.5}`},
		{"count works without numbers", "a\nx\n", "aggregate", `{"column":"a","operation":"count"}`, `{"column":"a","emptyCells":0,"numericCells":0,"operation":"count","otherCells":1,"value":0}`},
		{"groups", people, "group_by", `{"column":"name","valueColumn":"amount","operation":"max"}`, `{"groupCount":2,"groups":[{"value":"Klein","count":2,"result":4},{"value":"Müller; Söhne","count":1,"result":1.5}],"total":3}`},
		{"tab", "a\tb\n1,5\t2\n", "get_rows", ``, `{"rows":[{"a":"1,5","b":"2"}],"start":0,"total":1}`},
		{"decimal comma", "a;b\n1.234,5;x\n2,5;y\n", "aggregate", `{"column":"a","operation":"sum"}`, `{"column":"a","emptyCells":0,"numericCells":2,"operation":"sum","otherCells":0,"value":1237}`},
		{"single quotes", "'a','b'\n'1,2','x'\n", "get_rows", ``, `{"rows":[{"a":"1,2","b":"x"}],"start":0,"total":1}`},
		{"a line with the delimiter", "sep=|\na|b\n1|2\n", "get_rows", ``, `{"rows":[{"a":"1","b":"2"}],"start":0,"total":1}`},
		{"doubled quotes and line breaks in quotes", "a,b\n\"x \"\"y\"\"\",\"1\r\n2\"\n", "get_rows", ``, `{"rows":[{"a":"x \"y\"","b":"1\r\n2"}],"start":0,"total":1}`},
		{"CR line ends", "a,b\r1,2\r3,4\r", "get_rows", ``, `{"rows":[{"a":"1","b":"2"},{"a":"3","b":"4"}],"start":0,"total":2}`},
		{"an unclosed quote does not extend over the file", "a,b\n\"x,1\ny,2\n", "get_rows", ``, `{"rows":[{"a":"\"x","b":"1"},{"a":"y","b":"2"}],"start":0,"total":2}`},
		{"short, long and blank rows, duplicate names", "a,a,\n1\n\n1,2,3,4\n", "get_rows", ``, `{"rows":[{"a":"1","a_2":"","column_3":"","column_4":""},{"a":"1","a_2":"2","column_3":"3","column_4":"4"}],"start":0,"total":2}`},
		{"codes with leading zeros are text", "id\n007\n042\n", "get_columns", ``, `{"columns":[{"name":"id","type":"text","empty":0}],"delimiter":",","encoding":"utf-8","quote":"\"","rowCount":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "csv", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestCSV_failures(t *testing.T) {
	for _, tt := range []struct{ name, tool, input, says string }{
		{"an unknown column lists the columns", "search", `{"pattern":"x","column":"nome"}`, "name, amount, since"},
		{"no number in the column", "aggregate", `{"column":"name","operation":"sum"}`, "number"},
		{"an unknown operation lists the operations", "aggregate", `{"column":"name","operation":"mode"}`, "median"},
		{"a condition without a column", "filter_rows", `{"where":[{"operator":"eq"}]}`, "column"},
		{"a broken pattern", "filter_rows", `{"where":[{"column":"name","operator":"matches","value":"("}]}`, "RE2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "csv", people, tt.tool, tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte(people))
	f.Add([]byte("'a','b'\n\"\"\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		table, err := csv.Parse(t.Context(), content, "utf-8", "text/csv")
		if err != nil {
			return
		}
		for i, row := range table.Rows {
			require.LessOrEqual(t, len(row), len(table.Columns))
			_, err := kit.Encode(table.Record(i))
			require.NoError(t, err)
		}
	})
}

func BenchmarkCSV(b *testing.B) {
	content := []byte("name,amount,since\n" + strings.Repeat("\"Müller, Söhne\",1.5,2024-01-31\n", 300_000))
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			_, err := csv.Parse(b.Context(), content, "utf-8", "text/csv")
			require.NoError(b, err)
		}
	})
	b.Run("second call", func(b *testing.B) {
		rt, doc := kit.NewRuntime(kit.Options{}), documentOf("big.csv", content)
		kit.Find("csv").Invoke(b.Context(), rt, doc, kit.Call{Tool: "get_rows"})
		for b.Loop() {
			require.True(b, kit.Find("csv").Invoke(b.Context(), rt, doc, kit.Call{Tool: "get_rows"}).Success)
		}
	})
}
