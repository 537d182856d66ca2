package tool

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// notebookSample returns a notebook of a heading and code cells, each with a text, an error and two pictures.
func notebookSample(t testing.TB, cells int) string {
	picture := base64.StdEncoding.EncodeToString(pngOf(t, 20, 10))
	wide := base64.StdEncoding.EncodeToString(pngOf(t, 40, 10))
	code := fmt.Sprintf(`{"cell_type":"code","execution_count":3,"source":["x = 1\n","print(x)"],"outputs":[
		{"output_type":"stream","name":"stdout","text":["\u001b[31m1\u001b[0m\n"]},
		{"output_type":"display_data","data":{"image/png":["%s\n"],"text/plain":"<Figure>"}},
		{"output_type":"execute_result","data":{"text/html":"<b>x</b>","text/plain":["a  b"]}},
		{"output_type":"display_data","data":{"image/png":"%s"}},
		{"output_type":"error","ename":"ValueError","evalue":"no","traceback":["\u001b[0;31mline\u001b[0m"]}]}`, picture, wide)
	return `{"nbformat":4,"metadata":{"language_info":{"name":"python"}},"cells":[{"cell_type":"markdown","source":"# Study"},` +
		strings.TrimSuffix(strings.Repeat(code+",", cells), ",") + `]}`
}

func TestNotebook(t *testing.T) {
	content := notebookSample(t, 1)
	for _, tt := range []struct{ name, content, tool, input, want string }{
		{"cells", content, "get_cells", ``, `{"cellCount":2,"cells":[{"index":0,"kind":"markdown","outputs":0,"source":"# Study"},{"index":1,"kind":"code","executionCount":3,"outputs":5,"source":"x = 1\nprint(x)"}],"language":"python"}`},
		{"cells of a kind", content, "get_cells", `{"kind":"code","start":1}`, `"cells":[{"index":1,`},
		{"outputs", content, "get_outputs", `{"cell":1}`, `"outputs":[{"kind":"stream","text":"1\n"},{"kind":"display","mimeType":"image/png","picture":0},{"kind":"display","mimeType":"text/plain","text":"<Figure>"},{"kind":"result","mimeType":"text/plain","text":"a  b"},{"kind":"display","mimeType":"image/png","picture":1},{"kind":"error","text":"ValueError: no\nline"}],"pictureCount":2,"shownPicture":0`},
		{"no outputs", content, "get_outputs", `{"cell":0}`, `"outputs":[]`},
		{"grep", content, "grep", `{"pattern":"print"}`, `{"matches":[{"lineNumber":5,"text":"print(x)"}]}`},
		{"the old format", `{"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","input":"1","outputs":[{"output_type":"pyout","text":"1"}]}]}]}`, "get_outputs", `{"cell":0}`, `[{"kind":"result","mimeType":"text","text":"1"}]`},
		{"a damaged picture", strings.Replace(content, "iVBOR", "!!!!!", 1), "get_outputs", `{"cell":1}`, `damaged`},
		{"content that is not a picture", strings.Replace(content, "iVBOR", "AAAAA", 1), "get_outputs", `{"cell":1}`, `"shownPicture":null`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "notebook", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
	for input, width := range map[string]int{`{"cell":1}`: 20, `{"cell":1,"picture":1}`: 40} {
		r, _ := ask(t, "notebook", content, "get_outputs", input)
		require.NotNil(t, r.Image)
		require.Equal(t, width, r.Image.Width)
	}
}

func TestNotebook_failures(t *testing.T) {
	for content, says := range map[string]string{`{}`: "no cells", `[`: "JSON", notebookSample(t, 1): "has 2"} {
		r, _ := ask(t, "notebook", content, "get_outputs", `{"cell":9}`)
		require.False(t, r.Success)
		require.Contains(t, r.ErrorMessage, says)
	}
}

func FuzzNotebook(f *testing.F) {
	f.Add([]byte(notebookSample(f, 1)))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		for _, call := range []kit.Call{{Tool: "get_cells"}, {Tool: "get_outputs", Input: []byte(`{"cell":0}`)}, {Tool: "grep", Input: []byte(`{"pattern":"a"}`)}} {
			kit.Find("notebook").Invoke(t.Context(), rt, documentOf("f", content), call)
		}
	})
}
