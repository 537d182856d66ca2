// Package storagetest is the suite that every store passes. It is not a store itself; the tests of the stores call
// it.
package storagetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// Run tests everything that Vitrine needs of a store.
func Run(t *testing.T, s storage.Store) {
	t.Run("keeps sizes around its part size", func(t *testing.T) {
		for _, size := range []int{0, 1, 3 << 10, 1 << 20, 16<<20 - 1, 16 << 20, 16<<20 + 1, 33 << 20} {
			want := random(t, size)
			key := put(t, s, want)
			require.True(t, bytes.Equal(want, read(t, s, key)), "%d bytes come back as they were", size)
			info, err := s.Stat(t.Context(), key)
			require.NoError(t, err)
			require.EqualValues(t, size, info.SizeBytes)
		}
	})
	t.Run("reads from any place", func(t *testing.T) {
		want := random(t, 1<<20)
		o, err := s.Open(t.Context(), put(t, s, want))
		require.NoError(t, err)
		defer func() { require.NoError(t, o.Close()) }()
		_, err = o.Seek(-10, io.SeekEnd)
		require.NoError(t, err)
		tail, err := io.ReadAll(o)
		require.NoError(t, err)
		require.Equal(t, want[len(want)-10:], tail)
		mid := make([]byte, 100)
		_, err = o.ReadAt(mid, 5000)
		require.NoError(t, err)
		require.Equal(t, want[5000:5100], mid)
	})
	t.Run("an absent key is not found", func(t *testing.T) {
		_, err := s.Open(t.Context(), storage.NewKey())
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
		_, err = s.Stat(t.Context(), storage.NewKey())
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
		require.NoError(t, s.Delete(t.Context(), storage.NewKey()), "deleting nothing succeeds")
	})
	t.Run("delete removes", func(t *testing.T) {
		key := put(t, s, []byte("x"))
		require.NoError(t, s.Delete(t.Context(), key))
		_, err := s.Stat(t.Context(), key)
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	})
	t.Run("a reader that breaks leaves nothing", func(t *testing.T) {
		for _, size := range []int64{100, 40 << 20} {
			key, boom := storage.NewKey(), errors.New("boom")
			require.Error(t, s.Put(t.Context(), key, io.MultiReader(bytes.NewReader(make([]byte, size/2)), iotest.ErrReader(boom)), size))
			require.Error(t, s.Put(t.Context(), key, bytes.NewReader(make([]byte, size/2)), size), "a short reader is an error too")
			_, err := s.Stat(t.Context(), key)
			require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
		}
	})
	t.Run("a cancelled put leaves nothing", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		key := storage.NewKey()
		if err := s.Put(ctx, key, bytes.NewReader([]byte("x")), 1); err != nil {
			_, err = s.Stat(t.Context(), key)
			require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
		}
	})
	t.Run("answers a ping", func(t *testing.T) { require.NoError(t, s.Ping(t.Context())) })
}

func random(t *testing.T, size int) []byte {
	b := make([]byte, size)
	_, err := rand.Read(b)
	require.NoError(t, err)
	return b
}

func put(t *testing.T, s storage.Store, content []byte) string {
	key := storage.NewKey()
	require.NoError(t, s.Put(t.Context(), key, bytes.NewReader(content), int64(len(content))))
	return key
}

func read(t *testing.T, s storage.Store, key string) []byte {
	o, err := s.Open(t.Context(), key)
	require.NoError(t, err)
	defer func() { require.NoError(t, o.Close()) }()
	b, err := io.ReadAll(o)
	require.NoError(t, err)
	return b
}

// RunParts tests objects that are sent in parts.
func RunParts(t *testing.T, s storage.Parts) {
	t.Run("makes an object of its parts", func(t *testing.T) {
		key, a, b := storage.NewKey(), random(t, storage.MinPart), random(t, 100)
		id, parts := begin(t, s, key, a, b)
		require.NoError(t, s.Finish(t.Context(), key, id, parts))
		require.True(t, bytes.Equal(append(a, b...), read(t, s, key)))
		require.NoError(t, s.Finish(t.Context(), key, id, parts), "finishing again succeeds")
	})
	t.Run("a part that is sent again replaces the first", func(t *testing.T) {
		key, a, b := storage.NewKey(), random(t, 50), random(t, 60)
		id, _ := begin(t, s, key, a)
		part, err := s.PutPart(t.Context(), key, id, 1, bytes.NewReader(b), 60)
		require.NoError(t, err)
		require.NoError(t, s.Finish(t.Context(), key, id, []models.UploadPart{part}))
		require.True(t, bytes.Equal(b, read(t, s, key)))
	})
	t.Run("a small part before the last is rejected, also the second time", func(t *testing.T) {
		for _, sizes := range [][]int{{10, 10}, {10, storage.MinPart}, {storage.MinPart, storage.MinPart - 1, 10}} {
			var contents [][]byte
			for _, size := range sizes {
				contents = append(contents, random(t, size))
			}
			key := storage.NewKey()
			id, parts := begin(t, s, key, contents...)
			for range 2 {
				err := s.Finish(t.Context(), key, id, parts)
				require.True(t, fault.Is(err, fault.CodeConflict), "%v: %v", sizes, err)
			}
			require.NoError(t, s.Abort(t.Context(), key, id))
		}
	})
	t.Run("abort leaves nothing", func(t *testing.T) {
		key := storage.NewKey()
		id, parts := begin(t, s, key, random(t, 10))
		require.NoError(t, s.Abort(t.Context(), key, id))
		require.NoError(t, s.Abort(t.Context(), key, id), "aborting again succeeds")
		require.Error(t, s.Finish(t.Context(), key, id, parts))
	})
}

func begin(t *testing.T, s storage.Parts, key string, contents ...[]byte) (id string, parts []models.UploadPart) {
	id, err := s.Begin(t.Context(), key)
	require.NoError(t, err)
	for i, c := range contents {
		part, err := s.PutPart(t.Context(), key, id, i+1, bytes.NewReader(c), int64(len(c)))
		require.NoError(t, err)
		parts = append(parts, part)
	}
	return id, parts
}
