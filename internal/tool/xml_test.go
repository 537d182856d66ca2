package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const books = `<?xml version="1.0" encoding="utf-8"?>
<!-- all of them -->
<s:store xmlns:s="urn:store" xmlns="urn:book">
  <book id="a"><title>One</title><price>8</price></book>
  <book id="b" s:new="yes"><title><![CDATA[Two & ]]>more</title><price>22</price></book>
  <s:note>Mind <i>the</i> <i>gap</i></s:note>
</s:store>`

func TestXML(t *testing.T) {
	for _, tt := range []struct{ name, content, xpath, want string }{
		{"text of elements", books, `//title/text()`, `{"matches":[{"path":"/s:store/book[1]/title/text()","text":"One"},{"path":"/s:store/book[2]/title/text()","text":"Two & more"}]}`},
		{"elements", books, `//book[price > 10]/price`, `{"matches":[{"path":"/s:store/book[2]/price","text":"22","xml":"<price>22</price>"}]}`},
		{"attributes", books, `//book/@id`, `{"matches":[{"path":"/s:store/book[1]/@id","text":"a"},{"path":"/s:store/book[2]/@id","text":"b"}]}`},
		{"a prefix", books, `//@s:new`, `{"matches":[{"path":"/s:store/book[2]/@s:new","text":"yes"}]}`},
		{"any namespace", books, `//*[local-name()='note']`, `{"matches":[{"path":"/s:store/s:note","text":"Mind the gap","xml":"<s:note>Mind <i>the</i> <i>gap</i></s:note>"}]}`},
		{"a number", books, `sum(//price)`, `{"value":30}`},
		{"a boolean", books, `count(//book) = 2`, `{"value":true}`},
		{"a text", books, `string(//book[2]/title)`, `{"value":"Two & more"}`},
		{"not a number", books, `number('x')`, `{"value":"NaN"}`},
		{"nothing", books, `//nothing`, `{"matches":[]}`},
		{"axes", books, `//price[. = 22]/preceding-sibling::title`, `{"matches":[{"path":"/s:store/book[2]/title","text":"Two & more","xml":"<title>Two &amp; more</title>"}]}`},
		{"a declared encoding", "<?xml version='1.0' encoding='iso-8859-1'?><a>Gr\xfc\xdfe</a>", `string(/a)`, `{"value":"Grüße"}`},
		{"UTF-16", "\xFF\xFE<\x00a\x00>\x00\xfc\x00<\x00/\x00a\x00>\x00", `string(/a)`, `{"value":"ü"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			input, _ := json.Marshal(xpathInput{tt.xpath})
			r, got := ask(t, "xml", tt.content, "xml_xpath", string(input))
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestXML_outline(t *testing.T) {
	_, got := ask(t, "xml", books, "xml_outline", ``)
	require.Contains(t, got, `{"path":"/s:store/book","count":2,"attributes":["id","s:new"]}`)
	require.Contains(t, got, `{"path":"/s:store/book/title","count":2,"sample":"One"}`)
	_, got = ask(t, "xml", books, "get_metadata", ``)
	require.Contains(t, got, `"namespaces":{"":"urn:book","s":"urn:store"}`)
}

func TestXML_failures(t *testing.T) {
	for _, tt := range []struct{ name, content, xpath, says string }{
		{"broken", "<a>\n<b></a>", "//b", "line 2"},
		{"empty", "", "//b", "no element"},
		{"an invalid expression", books, "//book[", "not a valid XPath"},
		{"an unknown function", books, "nothing(//book)", "XPath"},
		{"too many nested brackets", books, strings.Repeat("(", 900) + "1" + strings.Repeat(")", 900), "brackets"},
		{"nested too deep", strings.Repeat("<a>", 600), "//b", "nested"},
		{"expanding entities", `<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;&x;">]><a>&y;</a>`, "//a", "entity"},
		{"an external entity", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`, "//a", "entity"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			input, _ := json.Marshal(xpathInput{tt.xpath})
			r, _ := ask(t, "xml", tt.content, "xml_xpath", string(input))
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestXML_expensive_expressions_are_cancelled(t *testing.T) {
	rt, doc := newTestRuntime(t, kit.Options{}), documentOf("big.xml", []byte("<a>"+strings.Repeat("<b><c/></b>", 20_000)+"</a>"))
	for _, path := range []string{"//*[count(//*) > 1]", "//*[//*[//*[//*]]]", "count(//*[. = //*])"} {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		started := time.Now()
		input, _ := json.Marshal(xpathInput{path})
		kit.Find("xml").Invoke(ctx, rt, doc, kit.Call{Tool: "xml_xpath", Input: input})
		cancel()
		require.Less(t, time.Since(started), 5*time.Second, path)
	}
}

func FuzzXML(f *testing.F) {
	f.Add([]byte(books), "//book[price > 10]/title")
	f.Add([]byte("<a xmlns:b='c'><b:d e='f'/></a>"), "count(//@*)")
	f.Fuzz(func(t *testing.T, content []byte, path string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		input, _ := json.Marshal(xpathInput{path})
		for _, call := range []kit.Call{{Tool: "xml_xpath", Input: input}, {Tool: "xml_outline"}} {
			kit.Find("xml").Invoke(ctx, rt, documentOf("f", content), call)
		}
	})
}
