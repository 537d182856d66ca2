package tool

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// openOf returns an OpenDocument file with the XML of its body.
func openOf(t testing.TB, body string) string {
	return zipOfParts(t, map[string]string{
		"content.xml":           `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:presentation="p"><office:automatic-styles><x>no</x></office:automatic-styles><office:body>` + body + `</office:body></office:document-content>`,
		"meta.xml":              `<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="dc"><office:meta><dc:title>Open</dc:title><meta:initial-creator>Ada</meta:initial-creator></office:meta></office:document-meta>`,
		"META-INF/manifest.xml": `<manifest/>`,
	})
}

func openTableOf(cells string) string {
	return `<table:table table:name="T"><table:table-row>` + cells + `</table:table-row></table:table>`
}

func openCells(texts ...string) (out string) {
	for _, text := range texts {
		out += `<table:table-cell><text:p>` + text + `</text:p></table:table-cell>`
	}
	return out
}

const openFormula = `<table:table-cell table:formula="of:=[.B2]*2" office:value="2.5"><text:p>2,50 EUR</text:p></table:table-cell>`

func openPage(title, body, notes string) string {
	return fmt.Sprintf(`<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame>`+
		`<draw:frame><draw:text-box><text:list><text:list-item><text:p>%s</text:p></text:list-item></text:list></draw:text-box></draw:frame>`+
		`<presentation:notes><draw:frame><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`, title, body, notes)
}

func TestOpenDocument(t *testing.T) {
	text := openOf(t, `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>a<text:s text:c="2"/>b<text:tab/><text:span>c</text:span><office:annotation><text:p>no</text:p></office:annotation><text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>`+
		`<text:h text:outline-level="2">Two</text:h><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>`+
		openTableOf(`<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="900"/>`))
	slides := openOf(t, openPage("One", "body", "say")+openPage("Two", "", ""))
	sheet := openOf(t, openTableOf(openCells("name", "amount")+`<table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="3">`+openCells("tea")+openFormula+
		`</table:table-row><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row>`+openCells("end")))
	for _, tt := range []struct{ name, library, content, tool, input, want string }{
		{"text", "opendocument-text", text, "get_text", ``, `"text":"a  b\tc [note]\nTwo\nitem\nx\tx\t"`},
		{"sections", "opendocument-text", text, "get_sections", ``, `{"index":1,"level":2,"title":"Two"`},
		{"facts", "opendocument-text", text, "get_metadata", ``, `"author":"Ada"`},
		{"slides", "opendocument-presentation", slides, "get_slides", ``, `{"slideCount":2,"slides":[{"slide":1,"title":"One","characters":8,"hasNotes":true},{"slide":2,"title":"Two","characters":3,"hasNotes":false}]}`},
		{"notes", "opendocument-presentation", slides, "get_notes", ``, `"notes":[{"slide":1,"notes":"say"}]`},
		{"sheets", "opendocument-spreadsheet", sheet, "get_sheets", ``, `{"sheetCount":1,"sheets":[{"name":"T","rowCount":1000005,"columnCount":2}]}`},
		{"rows", "opendocument-spreadsheet", sheet, "get_sheet_data", `{"sheet":"t","rowCount":1}`, `{"rows":[{"name":"tea","amount":"2,50 EUR"}],"sheet":"T","startRow":1}`},
		{"a number is its value", "opendocument-spreadsheet", sheet, "aggregate_column", `{"sheet":"T","column":"amount","operation":"sum"}`, `"value":7.5`},
		{"formulas", "opendocument-spreadsheet", sheet, "get_formulas", `{"sheet":"T"}`, `{"cell":"B2","formula":"[.B2]*2"}`},
		{"a cell far down", "opendocument-spreadsheet", sheet, "search_cells", `{"query":"end"}`, `"cell":"A1000005"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, tt.library, tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
}

func TestOpenDocument_failures(t *testing.T) {
	locked := zipOfParts(t, map[string]string{"content.xml": "\x8f\x00", "META-INF/manifest.xml": `<m><file-entry><encryption-data/></file-entry></m>`})
	wide := openOf(t, `<table:table table:name="T">`+strings.Repeat(`<table:table-row><table:table-cell table:number-columns-repeated="16383"/>`+openCells("x")+`</table:table-row>`, 20_000)+`</table:table>`)
	many := openOf(t, openTableOf(strings.Repeat(`</table:table-row><table:table-row table:number-rows-repeated="1048576">`+openCells("x"), 1000)))
	for _, tt := range []struct{ name, library, content, tool, says string }{
		{"protected", "opendocument-text", locked, "get_text", "password"},
		{"a missing part", "opendocument-text", zipOfParts(t, map[string]string{"a": ""}), "get_text", "content.xml"},
		{"no slides", "opendocument-presentation", openOf(t, "<text:p>x</text:p>"), "get_slides", "no slides"},
		{"no sheets", "opendocument-spreadsheet", openOf(t, "<text:p>x</text:p>"), "get_sheets", "no sheets"},
		{"far columns in every row", "opendocument-spreadsheet", wide, "get_sheets", "expands"},
		{"rows repeated a million times each", "opendocument-spreadsheet", many, "get_sheets", "expands"},
	} {
		t.Run(tt.name, func(t *testing.T) { requireBounded(t, tt.library, tt.content, tt.says, tt.tool) })
	}
}

func TestOpenDocument_limits_repetitions_in_a_text(t *testing.T) {
	body := openTableOf(strings.Repeat(`</table:table-row><table:table-row table:number-rows-repeated="1000">`+strings.Repeat(`<table:table-cell table:number-columns-repeated="1000"><text:p>xxxx</text:p></table:table-cell>`, 100), 10))
	r, _ := ask(t, "opendocument-text", openOf(t, body+strings.Repeat(`<text:p><text:s text:c="100000"/>.</text:p>`, 100_000)), "get_metadata", ``)
	require.True(t, r.Success, r.ErrorMessage)
	require.Contains(t, r.Data, "tableCount")
}

func FuzzOpenDocument(f *testing.F) {
	f.Add(openPage("a", "b", "c") + openTableOf(openCells("x")+openFormula))
	f.Fuzz(func(t *testing.T, body string) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		doc := documentOf("f", []byte(openOf(t, body)))
		for library, tool := range map[string]string{"opendocument-text": "get_html", "opendocument-presentation": "get_slides", "opendocument-spreadsheet": "get_full"} {
			kit.Find(library).Invoke(t.Context(), rt, doc, kit.Call{Tool: tool})
		}
	})
}
