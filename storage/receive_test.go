package storage_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/storage"
	"vitrine/storage/memory"
)

// film is content of a size that nowhere repeats what its head says.
func film(size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(i ^ i>>8)
	}
	return b
}

func sumOf(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

func TestInspectReadsOnceAndKeepsTheHead(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, storage.HeadBytes - 1, storage.HeadBytes, storage.HeadBytes + 1, 100_000} {
		content := film(100_000)[:size]
		for _, limit := range []int64{int64(size), int64(size) + 1, 1 << 40} {
			f, err := storage.Inspect(bytes.NewReader(content), limit)
			require.NoError(t, err)
			require.Equal(t, content[:min(size, storage.HeadBytes)], f.Head)
			require.EqualValues(t, size, f.SizeBytes)
			require.Equal(t, sumOf(content), f.SHA256)
			require.NoError(t, f.Rewind())
			again, err := io.ReadAll(f.Content)
			require.NoError(t, err)
			require.True(t, bytes.Equal(content, again))
		}
	}
}

// reader is a reader that cannot seek.
type reader struct{ io.Reader }

var errSeek = errors.New("a pipe")

func (reader) Seek(int64, int) (int64, error) { return 0, errSeek }

func TestInspectGathersTheHeadFromSmallReads(t *testing.T) {
	t.Parallel()
	content := film(2 * storage.HeadBytes)
	f, err := storage.Inspect(reader{iotest.OneByteReader(bytes.NewReader(content))}, 1<<20)
	require.NoError(t, err)
	require.Equal(t, content[:storage.HeadBytes], f.Head)
	require.Equal(t, sumOf(content), f.SHA256)
	require.ErrorIs(t, f.Rewind(), errSeek)
}

func TestInspectRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content io.Reader
		code    fault.Code
	}{
		"an empty file":          {strings.NewReader(""), fault.CodeInvalid},
		"one byte too many":      {strings.NewReader("123456"), fault.CodeTooLarge},
		"far too many":           {bytes.NewReader(make([]byte, 1<<20)), fault.CodeTooLarge},
		"an end in the middle":   {io.MultiReader(strings.NewReader("123"), iotest.ErrReader(io.ErrUnexpectedEOF)), fault.CodeInvalid},
		"an error before a byte": {iotest.ErrReader(errSeek), fault.CodeInvalid},
		"an error at the limit":  {io.MultiReader(strings.NewReader("12345"), iotest.ErrReader(errSeek)), fault.CodeInvalid},
	} {
		f, err := storage.Inspect(reader{c.content}, 5)
		require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
		require.Nil(t, f, name)
		require.Equal(t, "file", fault.As(err).Field, name)
		require.NotEmpty(t, fault.As(err).Remedies, name)
	}
}

// TestInspectReadsNoMoreThanItMust checks that an endless sender costs one byte above the limit.
func TestInspectReadsNoMoreThanItMust(t *testing.T) {
	t.Parallel()
	endless := &counted{}
	_, err := storage.Inspect(reader{endless}, 1000)
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	require.EqualValues(t, 1001, endless.n)
}

type counted struct{ n int64 }

func (c *counted) Read(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

func TestVerify(t *testing.T) {
	t.Parallel()
	content := []byte("a text")
	f, err := storage.Inspect(bytes.NewReader(content), 100)
	require.NoError(t, err)
	sum := sumOf(content)
	for _, announced := range []string{"", sum, strings.ToUpper(sum)} {
		require.NoError(t, f.Verify(announced), announced)
	}
	for _, announced := range []string{strings.Repeat("0", 64), sum[:63], sum + "0", sum[:63] + "x", " " + sum, "x"} {
		err := f.Verify(announced)
		require.True(t, fault.Is(err, fault.CodeInvalid), "%q: %v", announced, err)
		require.Equal(t, "sha256", fault.As(err).Field)
		require.Contains(t, err.Error(), sum, "what has arrived")
	}
}

func TestParseSum(t *testing.T) {
	t.Parallel()
	sum := sumOf([]byte("a text"))
	for _, text := range []string{sum, strings.ToUpper(sum)} {
		b, err := storage.ParseSum(text)
		require.NoError(t, err)
		require.Equal(t, sum, hex.EncodeToString(b))
	}
	for _, text := range []string{"", "xyz", sum[:62], sum[:63], sum + "00", strings.Repeat("g", 64), " " + sum, "0x" + sum[:62]} {
		b, err := storage.ParseSum(text)
		require.True(t, fault.Is(err, fault.CodeInvalid), "%q: %v", text, err)
		require.Equal(t, "sha256", fault.As(err).Field)
		require.Nil(t, b)
	}
}

func TestTooLargeNamesTheLimitAndTheWayOut(t *testing.T) {
	t.Parallel()
	f := storage.TooLarge(1234)
	require.Equal(t, []string{string(fault.CodeTooLarge), "file"}, []string{string(f.Code), f.Field})
	require.EqualValues(t, 1234, f.Details["maxBytes"])
	require.Contains(t, f.Message, "1234")
	require.NotEmpty(t, f.Remedies)
	require.NotContains(t, f.Remedies, storage.UseStartUpload)

	_, err := storage.Inspect(strings.NewReader("12"), 1)
	require.Equal(t, storage.UseStartUpload, fault.As(err).Remedies[0], "what is too large at once may come in pieces")
	require.EqualValues(t, 1, fault.As(err).Details["maxBytes"])
}

func TestASmallPartIsAConflictThatSaysHowSmall(t *testing.T) {
	t.Parallel()
	f := storage.SmallPart()
	require.Equal(t, fault.CodeConflict, f.Code)
	require.NotEmpty(t, f.Remedies)
	require.EqualValues(t, 5<<20, storage.MinPart, "which is S3's own")
}

func TestEveryObjectHasAKeyOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		key := storage.NewKey()
		require.Regexp(t, `^blobs/([0-9a-f]{2})/([0-9a-f]{2})/[0-9a-f-]{36}$`, key)
		id := key[len("blobs/00/00/"):]
		require.Equal(t, "blobs/"+id[:2]+"/"+id[2:4]+"/"+id, key)
		seen[key] = true
	}
	require.Len(t, seen, 1000)
}

func TestTheGuardTellsStoresApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		held         string // the guard of the store; empty for none
		objectsKnown bool
		code         fault.Code // empty when the store is accepted
	}{
		"a new store of a new database":   {"", false, ""},
		"a new store of an old database":  {"", true, fault.CodeConflict},
		"its own store":                   {"mine", true, ""},
		"its own store, with no object":   {"mine", false, ""},
		"another's store":                 {"theirs", true, fault.CodeConflict},
		"another's store, with no object": {"theirs", false, fault.CodeConflict},
		"a store of a longer name":        {"mine too", true, fault.CodeConflict},
	} {
		s := &memory.Store{}
		if c.held != "" {
			require.NoError(t, s.Put(t.Context(), storage.GuardKey, strings.NewReader(c.held), int64(len(c.held))))
		}
		before := s.Len()
		err := storage.CheckGuard(t.Context(), s, "mine", c.objectsKnown)
		if c.code != "" {
			require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
			require.Equal(t, before, s.Len(), "%s: nothing is written", name)
			continue
		}
		require.NoError(t, err, name)
		require.NoError(t, storage.CheckGuard(t.Context(), s, "mine", true), "%s: again", name)
		require.True(t, fault.Is(storage.CheckGuard(t.Context(), s, "other", false), fault.CodeConflict), name)
	}
}
