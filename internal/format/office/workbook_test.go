package office

import (
	"archive/zip"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSafeToUnpack(t *testing.T) {
	for _, tt := range []struct {
		name string
		part string
		size uint64
		n    int
		says string
	}{
		{"an ordinary workbook", "xl/worksheets/sheet1.xml", 1 << 20, 100, ""},
		{"a bomb besides the sheets", "xl/styles.xml", maxInMemoryBytes + 1, 1, "besides its sheets"},
		{"many pictures", "xl/media/image.png", 32 << 20, 9, "besides its sheets"},
		{"a large sheet", "xl/worksheets/sheet1.xml", maxUnpackedBytes, 1, ""},
		{"a sheet that is a bomb", "xl/worksheets/sheet1.xml", maxUnpackedBytes + 1, 1, "unpacks"},
		{"an overflowing size", "xl/worksheets/sheet1.xml", 1<<64 - 1, 3, "unpacks"},
		{"too many parts", "a", 0, maxBookParts + 1, "parts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			parts := &zip.Reader{}
			for range tt.n {
				parts.File = append(parts.File, &zip.File{FileHeader: zip.FileHeader{Name: tt.part, UncompressedSize64: tt.size}})
			}
			err := safeToUnpack(parts)
			if tt.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestExcel_shared_formulas(t *testing.T) {
	shared := map[string]Formula{}
	first, second := cellElement{Address: "B2"}, cellElement{Address: "B3"}
	for _, c := range []*cellElement{&first, &second} {
		c.Formula = &struct {
			Type  string `xml:"t,attr"`
			Group string `xml:"si,attr"`
			Text  string `xml:",chardata"`
		}{Type: "shared", Group: "0"}
	}
	first.Formula.Text = "A2*2"
	require.Equal(t, Formula{Cell: "B2", Formula: "A2*2"}, first.formula(shared))
	require.Equal(t, Formula{Cell: "B3", Formula: "A2*2", SharedFrom: "B2"}, second.formula(shared))
}
