package tool

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// tarOf returns a tar with entries of name and content. A name that ends in / is a folder; content that starts with
// -> is a link.
func tarOf(t testing.TB, entries ...[2]string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e[0], Mode: 0o600, Size: int64(len(e[1])), ModTime: time.Unix(1e9, 0)}
		if target, ok := strings.CutPrefix(e[1], "->"); ok {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, target, 0
		} else if strings.HasSuffix(e[0], "/") {
			h.Typeflag = tar.TypeDir
		}
		require.NoError(t, w.WriteHeader(h))
		if h.Size > 0 {
			_, err := io.WriteString(w, e[1])
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	return b.String()
}

func gzipOf(t testing.TB, content string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

func TestArchive(t *testing.T) {
	inTar := tarOf(t, [2]string{"a/", ""}, [2]string{"a/b.txt", "hello"}, [2]string{"../../etc/passwd", "evil"}, [2]string{"l", "->/etc/passwd"}, [2]string{"a/b.txt", "second"})
	inZip := zipOfParts(t, map[string]string{"a/b.txt": "hello", `..\x`: "evil", "picture.png": string(pngOf(t, 20, 10)), "noise": "\x00\x01\x02"})
	const when = `"modified":"2001-09-09T01:46:40Z"`
	for _, tt := range []struct{ name, content, tool, input, want string }{
		{"tar", inTar, "list_entries", `{"folder":"a/"}`, `{"entries":[{"index":1,"name":"a/b.txt","sizeBytes":5,"kind":"file",` + when + `},{"index":4,"name":"a/b.txt","sizeBytes":6,"kind":"file",` + when + `}],"entryCount":5,"format":"tar","unpackedBytes":15}`},
		{"tar.gz", gzipOf(t, inTar), "search_names", `{"pattern":"passwd"}`, `{"entries":[{"index":2,"name":"../../etc/passwd","sizeBytes":4,"kind":"file",` + when + `,"unsafeName":true}],"entryCount":5,"format":"tar.gz","unpackedBytes":15}`},
		{"content", gzipOf(t, inTar), "read_entry", `{"name":"a/b.txt"}`, `{"charset":"utf-8","content":"hello","encoding":"utf8","index":1,"name":"a/b.txt","sizeBytes":5}`},
		{"content of a second entry with the same name", inTar, "read_entry", `{"index":4}`, `{"charset":"utf-8","content":"second","encoding":"utf8","index":4,"name":"a/b.txt","sizeBytes":6}`},
		{"a name with parent folders is only a name", inTar, "read_entry", `{"name":"../../etc/passwd"}`, `{"charset":"utf-8","content":"evil","encoding":"utf8","index":2,"name":"../../etc/passwd","sizeBytes":4}`},
		{"zip", inZip, "search_names", `{"pattern":"x$"}`, `{"entries":[{"index":0,"name":"..\\x","sizeBytes":4,"kind":"file","unsafeName":true}],"entryCount":4,"format":"zip","unpackedBytes":` + fmt.Sprint(12+len(pngOf(t, 20, 10))) + `}`},
		{"bytes", inZip, "read_entry", `{"name":"noise"}`, `{"content":"AAEC","encoding":"base64","index":2,"name":"noise","sizeBytes":3}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "archive", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
		})
	}
	r, _ := ask(t, "archive", inZip, "read_entry", `{"name":"picture.png"}`)
	require.NotNil(t, r.Image, "a picture is shown")
	require.Equal(t, 20, r.Image.Width)
}

func TestArchive_failures(t *testing.T) {
	inTar := tarOf(t, [2]string{"a/", ""}, [2]string{"b.txt", strings.Repeat("hello", 1000)})
	encrypted := zipOfParts(t, map[string]string{"a": "x"})
	encrypted = strings.Replace(encrypted, "PK\x01\x02\x14\x00\x14\x00\x08", "PK\x01\x02\x14\x00\x14\x00\x09", 1)
	for _, tt := range []struct{ name, content, input, says string }{
		{"empty", "", `{}`, "empty"},
		{"not an archive", "hello, this is only text", `{}`, "not a readable archive"},
		{"a truncated zip", zipOfParts(t, map[string]string{"a": "x"})[:40], `{}`, "not a readable archive"},
		{"a gzip without a tar", gzipOf(t, "hello"), `{}`, "not a readable archive"},
		{"a folder", inTar, `{}`, "folder"},
		{"an unknown name", inTar, `{"name":"c"}`, "search_names"},
		{"an unknown index", inTar, `{"index":7}`, "has 2"},
		{"a truncated entry", inTar[:2000], `{"index":1}`, "cannot be unpacked"},
		{"an encrypted entry", encrypted, `{}`, "encrypted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "archive", tt.content, "read_entry", tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestArchive_lists_the_entries_before_the_damage(t *testing.T) {
	_, got := ask(t, "archive", tarOf(t, [2]string{"a", "x"}, [2]string{"b", "y"})[:1300], "list_entries", ``)
	require.Contains(t, got, `"truncated":"The archive is damaged`)
	require.Contains(t, got, `"name":"a"`)
}

func TestArchive_reads_only_the_start_of_a_bomb(t *testing.T) {
	bomb := bombOf(t, "zeroes", "", strings.Repeat("\n", 100), 1_000_000)
	require.Less(t, len(bomb), 1<<20)
	r, got := ask(t, "archive", bomb, "read_entry", ``)
	require.True(t, r.Success, r.ErrorMessage)
	require.Contains(t, got, "Only the first 16777216 bytes")
}

func FuzzArchive(f *testing.F) {
	f.Add([]byte(zipOfParts(f, map[string]string{"a/b.txt": "hello"})))
	f.Add([]byte(tarOf(f, [2]string{"a", "x"})))
	f.Add([]byte(gzipOf(f, tarOf(f, [2]string{"a", "x"}))))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		for _, tool := range []string{"list_entries", "read_entry", "get_metadata"} {
			kit.Find("archive").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}
