package tool

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/format/pdf"
	"vitrine/internal/tool/kit"
)

// smallPDF returns a PDF of pages with one line each and an outline of two entries.
func smallPDF(pages int) []byte {
	var kids, objects []string
	for i := range pages {
		line := fmt.Sprintf("BT /F1 24 Tf 50 700 Td (This is page %d of a small document) Tj ET", i+1)
		kids = append(kids, fmt.Sprintf("%d 0 R", 7+2*i))
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>", 8+2*i),
			fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(line), line))
	}
	objects = append([]string{
		"<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>",
		fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), pages),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		"<</Type/Outlines/First 5 0 R/Last 5 0 R>>",
		"<</Title(Start)/Parent 4 0 R/Dest[7 0 R/Fit]/First 5 0 R>>", // a cycle: it is its own child
		"<</Title(A small document)/CreationDate(D:20240501120000+02'00')>>",
	}, objects...)
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF", len(objects)+1, xref)
	return []byte(b.String())
}

func TestPDF(t *testing.T) {
	content := string(smallPDF(3))
	for _, tt := range []struct{ name, tool, input, has string }{
		{"page count", "get_page_count", ``, `{"pageCount":3}`},
		{"text by page", "get_text", `{"startPage":2,"endPage":2}`, `[{"page":2,"text":"This is page 2 of a small document","part":1,"parts":1}]`},
		{"a range outside the document is limited", "get_text", `{"startPage":9,"endPage":1}`, `"page":3`},
		{"search", "search_text", `{"query":"PAGE 3"}`, `{"matches":[{"page":3,"text":"This is page 3 of a small document"}]}`},
		{"search without a match", "search_text", `{"query":"nowhere"}`, `{"matches":[]}`},
		{"metadata", "get_metadata", ``, `"title":"A small document"`},
		{"creation date", "get_metadata", ``, `"creationDate":"2024-05-01T12:00:00+02:00"`},
		{"full", "get_full", ``, `This is page 1 of a small document\n\nThis is page 2`},
		{"grep", "grep", `{"pattern":"page 3"}`, `This is page 3`},
		{"a cyclic outline ends", "get_outline", ``, `{"level":1,"title":"Start","page":1}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "pdf", content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.has)
		})
	}
}

func TestPDF_render(t *testing.T) {
	r, _ := ask(t, "pdf", string(smallPDF(1)), "render_page", `{"width":200}`)
	require.True(t, r.Success, r.ErrorMessage)
	require.Equal(t, "image/png", r.Image.MIMEType)
	require.Equal(t, 200, r.Image.Height)
	require.True(t, strings.HasPrefix(string(r.Image.Bytes), "\x89PNG"))
	r, _ = ask(t, "pdf", string(smallPDF(1)), "render_page", `{"page":2}`)
	require.False(t, r.Success)
}

func TestPDF_real(t *testing.T) {
	for _, tt := range []struct {
		file, tool, input string
		success           bool
		has               string
	}{
		{"pdflatex-4-pages.pdf", "get_page_count", ``, true, `"pageCount":4`},
		{"pdflatex-outline.pdf", "get_outline", ``, true, `"title":"Baz","page":4`},
		{"pdflatex-outline.pdf", "get_text", `{"startPage":1,"endPage":1}`, true, `"page":1`},
		{"habibi.pdf", "get_text", ``, true, "\u062d"},
		{"libreoffice-writer-password.pdf", "get_text", ``, false, "password"},
		{"GeoTopo-komprimiert.pdf", "search_text", `{"query":"Homotopie"}`, true, `"page":`},
		{"multicolumn.pdf", "get_full", ``, true, `"text":`},
		{"grayscale-image.pdf", "render_page", ``, true, `"page":1`},
	} {
		t.Run(tt.file+" "+tt.tool, func(t *testing.T) {
			r, got := ask(t, "pdf", string(realFile(t, "documents/"+tt.file)), tt.tool, tt.input)
			require.Equal(t, tt.success, r.Success, r.ErrorMessage)
			require.Contains(t, got+r.ErrorMessage, tt.has)
		})
	}
}

func TestPDFDate(t *testing.T) {
	for raw, want := range map[string]string{
		"D:20240501120000+02'00'": "2024-05-01T12:00:00+02:00", "D:20240501120000Z": "2024-05-01T12:00:00Z", "D:20240501": "2024-05-01T00:00:00Z",
		"yesterday": "yesterday", "": "",
	} {
		require.Equal(t, want, pdf.Date(raw))
	}
}

// realFile reads a file of the shared collection of real documents, which may be absent.
func realFile(t testing.TB, name string) []byte {
	content, err := os.ReadFile(filepath.Join("../../../shared/data", name))
	if os.IsNotExist(err) {
		t.Skip("the collection of real documents is absent")
	}
	require.NoError(t, err)
	return content
}

func FuzzPDF(f *testing.F) {
	f.Add(smallPDF(2))
	rt := newTestRuntime(f, kit.Options{ParseTime: 5 * time.Second})
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, call := range []kit.Call{{Tool: "get_full"}, {Tool: "get_outline"}, {Tool: "render_page", Input: json.RawMessage(`{"width":64}`)}} {
			kit.Find("pdf").Invoke(t.Context(), rt, documentOf("f", content), call)
		}
	})
}

func BenchmarkPDF(b *testing.B) {
	rt, doc := newTestRuntime(b, kit.Options{}), documentOf("200.pdf", smallPDF(200))
	require.NoError(b, startPDF(rt))
	b.Run("first page warm", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			doc.SHA256 = fmt.Sprint(n) // a different document each time
			require.True(b, kit.Find("pdf").Invoke(b.Context(), rt, doc, kit.Call{Tool: "get_text", Input: json.RawMessage(`{"endPage":1}`)}).Success)
		}
	})
	b.Run("second call", func(b *testing.B) {
		doc.SHA256 = "second"
		for b.Loop() {
			require.True(b, kit.Find("pdf").Invoke(b.Context(), rt, doc, kit.Call{Tool: "get_text", Input: json.RawMessage(`{"endPage":1}`)}).Success)
		}
	})
}

// sharedPDF is one engine for all tests, because starting it is slow. It ends with the process; its compiled code is
// cached between test runs.
var sharedPDF = sync.OnceValue(func() kit.Engine {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return newPDFEngine(filepath.Join(base, "vitrine", "wasm"))
})

func startPDF(rt *kit.Runtime) error { return kit.Find("pdf").(kit.Starter).Start(rt) }

func TestPDF_fails_after_close(t *testing.T) {
	rt := kit.NewRuntime(kit.Options{})
	require.NoError(t, rt.Close())
	r := kit.Find("pdf").Invoke(t.Context(), rt, documentOf("x", smallPDF(1)), kit.Call{Tool: "get_page_count"})
	require.False(t, r.Success)
}
