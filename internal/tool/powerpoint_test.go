package tool

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

func pptxShape(role, text string) string {
	return fmt.Sprintf(`<p:sp><p:nvPr><p:ph type="%s"/></p:nvPr><p:txBody><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>`, role, text)
}

func slidesOf(n int) (slides []string) {
	for i := range n {
		slides = append(slides, pptxShape("title", fmt.Sprintf("Slide no %d", i+1))+pptxShape("body", "The point of this slide is not so easy to see")+pptxShape("sldNum", "7"))
	}
	return slides
}

// pptxOf returns a presentation of the slides' shapes, whose order is the reverse of the order of the files. All but
// the last slide have notes.
func pptxOf(t testing.TB, slides ...string) string {
	parts, list, relations := map[string]string{"docProps/core.xml": `<x><title>Talk</title></x>`}, "", ""
	for i, shapes := range slides {
		file := len(slides) - i
		parts[fmt.Sprintf("ppt/slides/slide%d.xml", file)] = `<p:sld xmlns:p="p" xmlns:a="a"><p:spTree>` + shapes + `</p:spTree></p:sld>`
		list += fmt.Sprintf(`<p:sldId id="%d" r:id="rId%d"/>`, 256+i, file)
		relations += fmt.Sprintf(`<Relationship Id="rId%d" Type="x/slide" Target="slides/slide%[1]d.xml"/>`, file)
		if i < len(slides)-1 {
			parts[fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", file)] = fmt.Sprintf(`<Relationships><Relationship Id="a" Type="x/notesSlide" Target="../notesSlides/n%d.xml"/></Relationships>`, file)
			parts[fmt.Sprintf("ppt/notesSlides/n%d.xml", file)] = `<p:notes xmlns:p="p" xmlns:a="a">` + pptxShape("sldNum", "3") + pptxShape("body", fmt.Sprintf("Say this point to slide %d slowly", i+1)) + `</p:notes>`
		}
	}
	parts["ppt/presentation.xml"] = `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>` + list + `</p:sldIdLst></p:presentation>`
	parts["ppt/_rels/presentation.xml.rels"] = `<Relationships>` + relations + `</Relationships>`
	return zipOfParts(t, parts)
}

func TestPowerPoint(t *testing.T) {
	table := `<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>y</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>`
	content := pptxOf(t, append(slidesOf(2), pptxShape("", "no title")+table)...)
	for _, tt := range []struct{ name, tool, input, want string }{
		{"slides in the order they are shown", "get_slides", ``, `{"slideCount":3,"slides":[{"slide":1,"title":"Slide no 1","characters":56,"hasNotes":true},{"slide":2,"title":"Slide no 2","characters":56,"hasNotes":true},{"slide":3,"title":"","characters":12,"hasNotes":false}]}`},
		{"a slide with notes", "get_slide", `{"slide":1}`, `{"slide":1,"text":"Slide no 1\nThe point of this slide is not so easy to see\n\nNotes: Say this point to slide 1 slowly","title":"Slide no 1"}`},
		{"a slide with a table", "get_slide", `{"slide":3}`, `{"slide":3,"text":"no title\nx\ty","title":""}`},
		{"notes", "get_notes", ``, `{"notes":[{"slide":1,"notes":"Say this point to slide 1 slowly"},{"slide":2,"notes":"Say this point to slide 2 slowly"}],"slideCount":3}`},
		{"search", "search_text", `{"pattern":"slide 2|no title"}`, `{"matches":[{"slide":2,"in":"notes","text":"Say this point to slide 2 slowly"},{"slide":3,"in":"slide","text":"no title"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "powerpoint", content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(tt.want), got)
		})
	}
}

func TestPowerPoint_failures(t *testing.T) {
	good := pptxOf(t, slidesOf(2)...)
	for _, tt := range []struct{ name, content, says string }{
		{"protected", "\xD0\xCF\x11\xE0 and more", "password"},
		{"a zip without a presentation", zipOfParts(t, map[string]string{"a.txt": ""}), "ppt/presentation.xml"},
		{"no slides", zipOfParts(t, map[string]string{"ppt/presentation.xml": "<x/>"}), "no slides"},
		{"truncated", good[:len(good)-50], "not a readable"},
		{"an unknown slide", good, "has 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "powerpoint", tt.content, "get_slide", `{"slide":9}`)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func FuzzPowerPoint(f *testing.F) {
	f.Add([]byte(pptxOf(f, slidesOf(2)...)))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		for _, tool := range []string{"get_full", "get_slides", "get_notes"} {
			kit.Find("powerpoint").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}
