package tool

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// packOf makes a zip archive of parts by name.
func packOf(t testing.TB, parts map[string]string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		part, err := w.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(part, parts[name])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

// bombOf makes an archive whose part opens, goes on with so many repetitions of a text, and is small as a file.
func bombOf(t testing.TB, name, start, repeat string, times int) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	part, err := w.Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(part, start)
	require.NoError(t, err)
	chunk := strings.Repeat(repeat, 1000)
	for range times / 1000 {
		_, err = io.WriteString(part, chunk)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

// requireBounded calls tools on a document and wants failed results, soon and in little memory.
func requireBounded(t *testing.T, library, content, says string, tools ...string) {
	t.Helper()
	calls := fixtureOf(t, library).calls
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	started := time.Now()
	for _, tool := range tools {
		r, _ := ask(t, library, content, tool, string(calls[tool]))
		require.False(t, r.Success, tool)
		require.Contains(t, r.ErrorMessage, says, tool)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, time.Since(started), 10*time.Second)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20), "memory")
}

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
		{"a common document", part("word/part%d.xml", 1<<20, 100<<10, 20), ""},
		{"a large part", part("word/part%d.xml", 100<<20, 10<<20, 1), ""},
		{"a part that shrinks too well", part("word/part%d.xml", 100<<20, 100<<10, 1), "unpacks"},
		{"a small part may shrink well", part("word/part%d.xml", 10<<20, 10<<10, 1), ""},
		{"a part that is too large", part("word/part%d.xml", maxPackText+1, 60<<20, 1), "unpacks"},
		{"many large parts", part("word/part%d.xml", 100<<20, 10<<20, 3), "unpacks"},
		{"a size beyond any number", part("word/part%d.xml", 1<<64-1, 1<<63, 3), "unpacks"},
		{"large pictures are not unpacked", part("word/media/%d.png", 1<<40, 1, 3), ""},
		{"too many parts", part("a%d", 0, 0, maxPackParts+1), "parts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newPack("document", tt.files)
			if tt.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.says)
		})
	}
}

func TestPack_names_never_leave_the_archive(t *testing.T) {
	p := &pack{parts: map[string]*zip.File{}}
	for _, name := range []string{"../../etc/passwd", "/etc/passwd", `C:\boot.ini`} {
		require.False(t, p.has(name))
		require.Error(t, p.each(t.Context(), name, nil))
	}
}
