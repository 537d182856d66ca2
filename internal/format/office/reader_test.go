package office

import (
	"encoding/xml"
	"strings"
	"testing"

	"vitrine/internal/format/richtext"
	"vitrine/internal/format/xmltree"
)

func FuzzOfficeReader(f *testing.F) {
	f.Add(`<w:p><w:r><w:t>Before</w:t></w:r></w:p>`)
	f.Fuzz(func(t *testing.T, body string) {
		r := &officeReader{headings: map[string]int{"Own": 1}}
		_ = xmltree.EachToken(t.Context(), strings.NewReader("<x>"+body+"</x>"), func(token xml.Token) bool { r.token(token); return true })
		w := &richtext.Document{Blocks: r.blocks}
		w.HTML()
		w.Sections()
	})
}
