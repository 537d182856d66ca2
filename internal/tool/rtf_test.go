package tool

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

func TestRTF(t *testing.T) {
	for _, tt := range []struct{ name, rtf, tool, want string }{
		{"paragraphs", `{\rtf1\ansi{\fonttbl{\f0 Arial;}}\pard One\par Two\line three\tab x\par}`, "get_full", `"content":"One\nTwo\nthree\tx"`},
		{"code page", `{\rtf1\ansicpg1251 \'cf\'f0\'e8}`, "get_full", `"content":"При"`},
		{"double-byte code page", `{\rtf1\ansicpg932 \'93\'fa\'96\'7b}`, "get_full", `"content":"日本"`},
		{"Unicode with fallback characters", `{\rtf1\uc1 a\u8364?b\u-10179?\uc0\u228 c}`, "get_full", `a€b`},
		{"escapes", `{\rtf1 \{x\}\\ \ldblquote q\rdblquote\~z}`, "get_full", `{x}\\ “q”`},
		{"hidden groups", `{\rtf1 a{\*\unknown no {deep no}}{\pict 0102}{\v secret}b}`, "get_full", `"content":"ab"`},
		{"fields", `{\rtf1 {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}}`, "get_full", `"content":"link"`},
		{"headings", `{\rtf1\outlinelevel1 Head\par\pard text\par}`, "get_sections", `"level":2,"title":"Head"`},
		{"tables", `{\rtf1\trowd\intbl a\par b\cell c\cell\row\trowd\intbl d\cell e\cell\row\pard after\par}`, "get_tables", `{"rows":[{"table":0,"row":0,"cells":["a\nb","c"]},{"table":0,"row":1,"cells":["d","e"]}],"tableCount":1}`},
		{"facts", `{\rtf1{\info{\title T}{\author \'c4da}{\company no}}x}`, "get_metadata", `"author":"Äda"`},
		{"bytes", `{\rtf1 a{\bin3 }}}b}`, "get_full", `"content":"ab"`},
		{"too many closing braces", `{\rtf1 a}}}b`, "get_full", `"content":"ab"`},
		{"truncated", `{\rtf1 a{\b b\'`, "get_full", `"content":"ab"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "rtf", tt.rtf, tt.tool, ``)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
}

func TestRTF_failures(t *testing.T) {
	for content, says := range map[string]string{"hello": "start", `{\rtf1 ` + strings.Repeat("{", 5000): "nested"} {
		r, _ := ask(t, "rtf", content, "get_text", ``)
		require.False(t, r.Success)
		require.Contains(t, r.ErrorMessage, says)
	}
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansicpg932 {\fonttbl x}a\'93\'fa\u8364?\par\trowd\intbl x\cell\row}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		kit.Find("rtf").Invoke(t.Context(), rt, documentOf("f", append([]byte(`{\rtf1 `), content...)), kit.Call{Tool: "get_html"})
	})
}
