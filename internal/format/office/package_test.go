package office

import (
	"archive/zip"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPack_limits(t *testing.T) {
	part := func(name string, inside, packed uint64, n int) (files []*zip.File) {
		for i := range n {
			files = append(files, &zip.File{FileHeader: zip.FileHeader{Name: fmt.Sprintf(name, i), UncompressedSize64: inside, CompressedSize64: packed}})
		}
		return files
	}
	for _, tt := range []struct {
		name  string
		files []*zip.File
		says  string
	}{
		{"an ordinary document", part("word/part%d.xml", 1<<20, 100<<10, 20), ""},
		{"a large part", part("word/part%d.xml", 100<<20, 10<<20, 1), ""},
		{"a part that is compressed too much", part("word/part%d.xml", 100<<20, 100<<10, 1), "unpacks"},
		{"a small part may be compressed much", part("word/part%d.xml", 10<<20, 10<<10, 1), ""},
		{"a part that is too large", part("word/part%d.xml", maxPartBytes+1, 60<<20, 1), "unpacks"},
		{"many large parts", part("word/part%d.xml", 100<<20, 10<<20, 3), "unpacks"},
		{"an overflowing size", part("word/part%d.xml", 1<<64-1, 1<<63, 3), "unpacks"},
		{"large pictures are not unpacked", part("word/media/%d.png", 1<<40, 1, 3), ""},
		{"too many parts", part("a%d", 0, 0, maxParts+1), "parts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newPackage("document", tt.files)
			if tt.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestPack_names_never_leave_the_archive(t *testing.T) {
	p := &Package{parts: map[string]*zip.File{}}
	for _, name := range []string{"../../etc/passwd", "/etc/passwd", `C:\boot.ini`} {
		require.False(t, p.has(name))
		require.Error(t, p.each(t.Context(), name, nil))
	}
}
