package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/parse"
)

func TestOpenZip_limits_the_table_of_contents(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 5000 {
		_, err := w.Create(fmt.Sprintf("an entry with a name of some length %d", i))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	_, err := OpenZip(bytes.NewReader(b.Bytes()), int64(b.Len()), 100<<10)
	require.ErrorIs(t, err, errDirectory)
	_, err = OpenZip(parse.At(struct{ io.ReadSeeker }{bytes.NewReader(b.Bytes())}), int64(b.Len()), 10<<20)
	require.NoError(t, err)
}

func TestUnsafeName(t *testing.T) {
	for name, want := range map[string]bool{
		"a/b": false, "a..b/c": false, "..a": false, "../a": true, "a/../../b": true, "/a": true, `\a`: true, `a\..\b`: true, `C:\a`: true, "a\x00b": true, "": false,
	} {
		require.Equal(t, want, unsafeName(name), name)
	}
}
