package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const shop = `<!DOCTYPE html><html lang="en"><head><title>The  shop</title><base href="https://shop.example/a/"><style>p{}</style></head>
<body><script>var no = "text"</script><h1>Wel<b>come</b></h1><p>First   line<br>second &amp; last</p><noscript>no</noscript>
<ul><li>one<li>two</ul><pre>a
  b</pre><h2>Prices</h2><table class="prices"><tr><th>What<th>Price</tr><tbody><tr id="x"><td>Tea</td><td>3</td></tr></table>
<div><p class="last note">See <a href="../b?q=1">more</a> <img alt="a cup"></p></div></body></html>`

func TestHTML(t *testing.T) {
	for _, tt := range []struct{ name, tool, input, want string }{
		{"text", "html_text", ``, "Welcome\nFirst line\nsecond & last\none\ntwo\na\n  b\nPrices\nWhat\tPrice\nTea\t3\nSee more a cup"},
		{"outline", "html_outline", ``, `{"index":0,"level":1,"title":"Welcome","characters":35,`},
		{"links", "html_links", ``, `{"linkCount":1,"links":[{"text":"more","href":"../b?q=1","absolute":"https://shop.example/b?q=1"}]}`},
		{"metadata", "get_metadata", ``, `"title":"The  shop"`},
		{"select", "html_select", `{"selector":"table.prices td:nth-child(2)"}`, `{"matchCount":1,"matches":[{"tag":"td","text":"3","html":"<td>3</td>"}]}`},
		{"select returns attributes", "html_select", `{"selector":"a[href*='q=1']"}`, `"attributes":{"href":"../b?q=1"}`},
		{"grep searches the source", "grep", `{"pattern":"var no"}`, `"lineNumber":1`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "html", shop, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, strings.NewReplacer("\n", `\n`, "\t", `\t`, "The  shop", "The shop").Replace(tt.want))
		})
	}
}

func TestHTML_selectors(t *testing.T) {
	const page = `<div id=a><p id=b><i id=c></i></p><p id=d class="x y"></p>text<b id=e></b></div><p id=f></p>`
	for css, want := range map[string]string{
		"p": "b d f", "div p": "b d", "div>p": "b d", "div > i": "", "div i": "c", "body div p i": "c", "p + p": "d", "p+b": "e", "p ~ *": "d e", "#b ~ b": "e",
		"i, b": "c e", "p.x.y": "d", "*:not(p)[id]": "a c e", "p:has(i)": "b", "p:first-child": "b", `[id="e"],#f`: "e f", "div p, div > p , p": "b d f",
	} {
		input, _ := json.Marshal(selectInput{css})
		r, _ := ask(t, "html", page, "html_select", string(input))
		require.True(t, r.Success, css+": "+r.ErrorMessage)
		var ids []string
		for _, m := range r.Data.(kit.Fields)["matches"].([]any) {
			ids = append(ids, m.(htmlMatch).Attributes["id"])
		}
		require.Equal(t, want, strings.Join(ids, " "), css)
	}
	for _, css := range []string{"p >", "> p", "p,,b", "p,", "p[", "p:nothing", "p::before", "p:has(a b c d)", "p:has(a:has(b))", "(", "p > > b"} {
		input, _ := json.Marshal(selectInput{css})
		r, _ := ask(t, "html", page, "html_select", string(input))
		require.False(t, r.Success, css)
		require.Contains(t, r.ErrorMessage, "selector")
	}
}

func TestHTML_encodings(t *testing.T) {
	for name, content := range map[string]string{
		"UTF-8": "<p>Grüße", "declared": "<meta charset=iso-8859-2><p>Gr\xfc\xdfe", "nothing declared": "<p>Gr\xfc\xdfe", "mark": "\xEF\xBB\xBF<p>Grüße",
	} {
		_, got := ask(t, "html", content, "html_text", ``)
		require.Equal(t, `{"text":"Grüße"}`, got, name)
	}
}

func TestHTML_expensive_selectors_are_cancelled(t *testing.T) {
	deep := strings.Repeat("<div>", 400) + "x" + strings.Repeat("</div>", 400)
	wide := strings.Repeat("<p><b>", 100_000)
	for _, tt := range []struct{ name, content, selector string }{
		{"steps on a deep page", deep, "no " + strings.Repeat("div ", 30) + "div"},
		{"siblings on a wide page", wide, "no ~ p ~ p ~ p ~ p"},
		{"descendants of each", wide, "*:has(no)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			input, _ := json.Marshal(selectInput{tt.selector})
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			started := time.Now()
			kit.Find("html").Invoke(ctx, newTestRuntime(t, kit.Options{}), documentOf("x", []byte(tt.content)), kit.Call{Tool: "html_select", Input: input})
			require.Less(t, time.Since(started), 8*time.Second)
		})
	}
	var fonts strings.Builder
	for i := range 400 {
		fmt.Fprintf(&fonts, "<font size=%d>", i)
	}
	requireBounded(t, "html", "<p>"+fonts.String()+strings.Repeat("<p>x", 100_000), "expands", "html_text")
	r, _ := ask(t, "html", strings.Repeat("<div>", 10_000), "html_text", ``)
	require.False(t, r.Success)
	require.Contains(t, r.ErrorMessage, "512")
}

func FuzzHTML(f *testing.F) {
	f.Add([]byte(shop), "table > tbody td:nth-child(2), a[href]")
	f.Fuzz(func(t *testing.T, content []byte, css string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		input, _ := json.Marshal(selectInput{css})
		for _, call := range []kit.Call{{Tool: "html_select", Input: input}, {Tool: "html_text"}, {Tool: "html_links"}, {Tool: "html_outline"}} {
			kit.Find("html").Invoke(ctx, rt, documentOf("f", content), call)
		}
	})
}
