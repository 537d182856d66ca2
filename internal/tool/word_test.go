package tool

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const wordStyles = `<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>` +
	`<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H1"/></w:style>` +
	`<w:style w:styleId="Out"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`

// docxOf returns a Word document with the XML of its body.
func docxOf(t testing.TB, body string) string {
	return zipOfParts(t, map[string]string{
		"[Content_Types].xml": `<Types/>`,
		"_rels/.rels":         `<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml":   `<w:document xmlns:w="w" xmlns:mc="mc"><w:body>` + body + `</w:body></w:document>`,
		"word/styles.xml":     wordStyles,
		"word/footnotes.xml":  `<w:footnotes xmlns:w="w"><w:footnote w:id="-1"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
		"docProps/core.xml":   `<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:title>Report</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`,
	})
}

const wordMixed = `<w:p><w:r><w:t>Before</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Own"/><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>One</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>a &lt;b&gt;</w:t><w:tab/><w:t>c</w:t><w:br/><w:t>d</w:t><w:footnoteReference w:id="2"/></w:r></w:p>` +
	`<w:p><w:del><w:r><w:t>gone</w:t><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>` +
	`<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice>` +
	`<mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent><w:r><w:t>around</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Out"/></w:pPr><w:r><w:t>Two</w:t></w:r></w:p>` +
	`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p><w:p><w:r><w:t>y</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>in</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`

func TestWord(t *testing.T) {
	content := docxOf(t, wordMixed)
	for _, tt := range []struct{ name, tool, input, want string }{
		{"text", "get_full", ``, "Before\nOne\na <b>\tc\nd[2]\nnew\nbox\naround\nTwo\nx\ny\tin\n[2] The note."},
		{"counts", "get_text", ``, `"characterCount":63`},
		{"sections", "get_sections", ``, `{"index":1,"level":1,"title":"One"`},
		{"a section below a second level", "get_sections", ``, `{"index":2,"level":2,"title":"Two"`},
		{"one section by title", "get_section", `{"title":" two "}`, "Two\nx\ny\tin"},
		{"the text before the first heading", "get_section", `{}`, "Before"},
		{"tables", "get_tables", ``, `{"rows":[{"table":0,"row":0,"cells":["x\ny","in"]}],"tableCount":1}`},
		{"tables past the last", "get_tables", `{"fromTable":4}`, `"rows":[]`},
		{"HTML", "get_html", ``, "<p>Before</p>\n<h1>One</h1>\n<ul>\n<li>a &lt;b&gt;\tc<br>d[2]</li>\n</ul>\n<p>new</p>"},
		{"search", "search_text", `{"pattern":"^t","flags":"i"}`, `{"matches":[{"lineNumber":7,"text":"Two"}]}`},
		{"metadata", "get_metadata", ``, `"author":"Ada"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "word", content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(got), strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(tt.want))
		})
	}
}

func TestWord_failures(t *testing.T) {
	good := docxOf(t, wordMixed)
	for _, tt := range []struct{ name, content, says string }{
		{"protected", "\xD0\xCF\x11\xE0 and more", "password"},
		{"a zip without a document", zipOfParts(t, map[string]string{"a.txt": ""}), "word/document.xml"},
		{"truncated", good[:len(good)/2], "not a readable Word document"},
		{"broken XML", docxOf(t, "<w:p><w:r>"), "document.xml"},
		{"nested too deep", docxOf(t, strings.Repeat("<w:p>", 600)), "nested"},
		{"own entities", zipOfParts(t, map[string]string{"word/document.xml": `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x><p><t>&b;</t></p></x>`}), "entity"},
		{"an unknown section", good, "get_sections"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "word", tt.content, "get_section", `{"title":"nowhere"}`)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestWord_bomb(t *testing.T) {
	bomb := bombOf(t, "word/document.xml", `<w:document xmlns:w="w">`, `<w:p><w:r><w:t>boom</w:t></w:r></w:p>`, 5_000_000)
	require.Less(t, len(bomb), 2<<20)
	requireBounded(t, "word", bomb, "unpacks", "get_full", "get_sections", "get_html")
}

func FuzzWord(f *testing.F) {
	f.Add([]byte(docxOf(f, wordMixed)))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		for _, tool := range []string{"get_full", "get_sections", "get_tables", "get_html"} {
			kit.Find("word").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}
