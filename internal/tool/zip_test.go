package tool

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// zipOfParts returns a zip archive of parts by name.
func zipOfParts(t testing.TB, parts map[string]string) string {
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

// bombOf returns an archive with one part that is small when compressed: a start and many repetitions of a text.
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

// requireBounded calls tools on a document and requires that they fail within 10 seconds and 256 MiB of memory.
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
