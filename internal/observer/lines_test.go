package observer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// got is one record that a source returned.
type got struct {
	text   string
	offset int64
}

// all reads a source to its end, atOnce records at a time.
func all(t *testing.T, s source, atOnce int) (list []got, position string) {
	t.Helper()
	for more := true; more; {
		more = false
		n := 0
		var err error
		position, err = s.read(t.Context(), func(record []byte, offset int64) bool {
			list, n = append(list, got{string(record), offset}), n+1
			more = n == atOnce
			return more
		})
		require.NoError(t, err)
	}
	return list, position
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	_, err = f.WriteString(text)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []got
	}{
		"an empty file":            {"", nil},
		"one line":                 {"{}\n", []got{{"{}", 0}}},
		"an unfinished line waits": {"{}\n{\"a\"", []got{{"{}", 0}}},
		"only an unfinished line":  {"{", nil},
		"empty lines are skipped":  {"\n\n  \n{}\n", []got{{"{}", 5}}},
		"white space is trimmed":   {"  {} \r\n\t1\n", []got{{"{}", 2}, {"1", 8}}},
		"two lines have offsets":   {"{}\n[1]\n", []got{{"{}", 0}, {"[1]", 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			appendTo(t, path, c.text)
			list, _ := all(t, newLines(path), 1)
			require.Equal(t, c.want, list)
			for _, g := range c.want {
				require.Equal(t, g.text, c.text[g.offset:int(g.offset)+len(g.text)])
			}
		})
	}
}

// TestLinesOfGrowingFiles checks that the records do not depend on how a file grew, on how many were read at once, or
// on when another reader resumed from the position.
func TestLinesOfGrowingFiles(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		var want []got
		for range 1 + random.IntN(60) {
			line := strings.Repeat("x", random.IntN(300))
			if random.IntN(20) == 0 {
				line = strings.Repeat("y", window-2+random.IntN(5)) // about the size of the window
			}
			if line != "" {
				want = append(want, got{line, int64(text.Len())})
			}
			text.WriteString(line + "\n")
		}
		path := filepath.Join(t.TempDir(), "s.jsonl")
		appendTo(t, path, "")
		var list []got
		s, position := newLines(path), ""
		for rest := text.String(); rest != ""; {
			n := 1 + random.IntN(len(rest))
			appendTo(t, path, rest[:n])
			rest = rest[n:]
			if random.IntN(2) == 0 {
				s = newLines(path)
				require.NoError(t, s.resume(position))
			}
			var some []got
			some, position = all(t, s, 1+random.IntN(5))
			list = append(list, some...)
			require.Empty(t, s.skipped())
		}
		require.Equal(t, want, list, "seed %d", seed)
	}
}

func TestLinesOfChangedFiles(t *testing.T) {
	for name, c := range map[string]struct {
		then string
		want []got
	}{
		"it grew":                        {"one\ntwo\nthree\n", []got{{"three", 8}}},
		"it did not change":              {"one\ntwo\n", nil},
		"it was truncated":               {"one\n", []got{{"one", 0}}},
		"it was truncated to nothing":    {"", nil},
		"it was replaced by a longer":    {"eins\nzwei\ndrei\n", []got{{"eins", 0}, {"zwei", 5}, {"drei", 10}}},
		"it was replaced by one as long": {"ONE\nTWO\n", []got{{"ONE", 0}, {"TWO", 4}}},
	} {
		for _, again := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", another reader: ", again), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "s.jsonl")
				appendTo(t, path, "one\ntwo\n")
				s := newLines(path)
				_, position := all(t, s, 10)
				require.NoError(t, os.WriteFile(path, []byte(c.then), 0o600))
				if again {
					s = newLines(path)
					require.NoError(t, s.resume(position))
				}
				list, next := all(t, s, 10)
				require.Equal(t, c.want, list)
				if c.want != nil {
					require.NotEqual(t, position, next)
				}
				require.Equal(t, !strings.HasPrefix(c.then, "one\ntwo\n"), len(s.skipped()) > 0, "reading from the start again is reported")
			})
		}
	}
}

func TestLinesResumeFromAnyPosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	appendTo(t, path, "one\n")
	for _, position := range []string{"", "-", "x", "-4-ab", "4-ffffffff", "99999999999999999999-a", "9223372036854775807-a", "4"} {
		s := newLines(path)
		require.NoError(t, s.resume(position))
		list, _ := all(t, s, 10)
		require.Equal(t, []got{{"one", 0}}, list, position)
	}
}

// TestLongLines checks that a line of 50 MB is read, that a line above the limit is skipped and reported, and that
// neither takes more memory than the line itself.
func TestLongLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	const long = 50_000_000
	f, err := os.Create(path)
	require.NoError(t, err)
	piece := bytes.Repeat([]byte("x"), 1_000_000)
	for range long / len(piece) {
		_, err = f.Write(piece)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	s := newLines(path)
	list, _ := all(t, s, 10)
	require.Empty(t, list, "it has no newline yet")
	require.Equal(t, int64(long), s.scanned, "scanned bytes are not scanned again")

	appendTo(t, path, "\nshort\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sizes := []int{}
	_, err = s.read(t.Context(), func(record []byte, _ int64) bool { sizes = append(sizes, len(record)); return false })
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Equal(t, []int{long, 5}, sizes)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(long+8*window), "the line is in memory once")

	small := newLines(path)
	small.limit = 1000
	runtime.ReadMemStats(&before)
	list, _ = all(t, small, 10)
	runtime.ReadMemStats(&after)
	require.Equal(t, []got{{"short", long + 1}}, list)
	require.Len(t, small.skipped(), 1)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8*window), "a skipped line takes no memory")
}
