package kit

import (
	"bytes"
	"context"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
)

func TestCache(t *testing.T) {
	c := newCache(100)
	c.put("a", 1, 40)
	c.put("b", 2, 40)
	_, ok := c.get("a") // now b is the least recently used
	require.True(t, ok)
	c.put("c", 3, 40)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		_, ok := c.get(key)
		require.Equal(t, want, ok, key)
	}
	c.put("a", 4, 10)
	require.EqualValues(t, 50, c.used, "replacing a value frees its bytes")
	c.put("huge", 5, 101)
	_, ok = c.get("huge")
	require.False(t, ok)
	require.EqualValues(t, 50, c.used)
}

func TestLoad(t *testing.T) {
	subjectOf := func(o Options, sha string) *Subject {
		return &Subject{Document: Document{SHA256: sha}, rt: NewRuntime(o)}
	}

	t.Run("parses once for many callers", func(t *testing.T) {
		s, parses, release := subjectOf(Options{}, "x"), atomic.Int32{}, make(chan struct{})
		var callers sync.WaitGroup
		for range 20 {
			callers.Go(func() {
				v, err := Load(t.Context(), s, "k", 1, func(context.Context, *Subject) (int, error) {
					<-release
					return int(parses.Add(1)), nil
				})
				require.NoError(t, err)
				require.Equal(t, 1, v)
			})
		}
		close(release)
		callers.Wait()
		require.EqualValues(t, 1, parses.Load())
	})

	t.Run("continues while another caller waits", func(t *testing.T) {
		s, begun, release := subjectOf(Options{}, "x"), make(chan struct{}), make(chan struct{})
		first, giveUp := context.WithCancel(t.Context())
		parser := func(ctx context.Context, _ *Subject) (int, error) { close(begun); <-release; return 7, ctx.Err() }
		var callers sync.WaitGroup
		callers.Go(func() {
			_, err := Load(first, s, "k", 1, parser)
			require.ErrorIs(t, err, context.Canceled)
		})
		<-begun
		second := s.rt.flights.joinOrStart(t.Context(), "k:x", nil)
		giveUp()
		callers.Wait()
		close(release)
		<-second.done
		require.NoError(t, second.err)
		require.Equal(t, 7, second.value)
	})

	t.Run("stops when no caller waits, and starts again for the next one", func(t *testing.T) {
		s, begun, ended := subjectOf(Options{}, "x"), make(chan struct{}), make(chan struct{})
		gone, giveUp := context.WithCancel(t.Context())
		go func() { <-begun; giveUp() }()
		_, err := Load(gone, s, "k", 1, func(ctx context.Context, _ *Subject) (int, error) {
			close(begun)
			<-ctx.Done()
			close(ended)
			return 0, ctx.Err()
		})
		require.ErrorIs(t, err, context.Canceled)
		<-ended
		v, err := Load(t.Context(), s, "k", 1, func(context.Context, *Subject) (int, error) { return 8, nil })
		require.NoError(t, err)
		require.Equal(t, 8, v)
	})

	t.Run("returns a panic as an error", func(t *testing.T) {
		for _, sha := range []string{"", "x"} {
			_, err := Load(t.Context(), subjectOf(Options{}, sha), "k", 1, func(context.Context, *Subject) (int, error) { panic("oh") })
			require.ErrorContains(t, err, "oh")
		}
	})

	t.Run("rejects a cost above the memory limit", func(t *testing.T) {
		_, err := Load(t.Context(), subjectOf(Options{MemoryBytes: 10}, "x"), "k", 11, func(context.Context, *Subject) (int, error) { return 1, nil })
		require.True(t, fault.Is(err, fault.CodeTooLarge))
	})

	t.Run("waits for memory up to the time limit", func(t *testing.T) {
		s := subjectOf(Options{MemoryBytes: 10, ParseTime: 20 * time.Millisecond}, "x")
		require.True(t, s.rt.memory.TryAcquire(5))
		_, err := Load(t.Context(), s, "k", 6, func(context.Context, *Subject) (int, error) { return 1, nil })
		require.True(t, fault.Is(err, fault.CodeUnavailable))
		s.rt.memory.Release(5)
		_, err = Load(t.Context(), s, "k", 6, func(context.Context, *Subject) (int, error) { return 1, nil })
		require.NoError(t, err)
	})

	t.Run("counts nested loads toward the cost of the outer parse", func(t *testing.T) {
		_, err := Load(t.Context(), subjectOf(Options{MemoryBytes: 10}, "x"), "outer", 10, func(ctx context.Context, s *Subject) (int, error) {
			return Load(ctx, s, "inner", 10, func(context.Context, *Subject) (int, error) { return 1, nil })
		})
		require.NoError(t, err)
	})

	t.Run("caches nothing without a sha256", func(t *testing.T) {
		s, parses := subjectOf(Options{}, ""), 0
		for range 2 {
			_, err := Load(t.Context(), s, "k", 1, func(context.Context, *Subject) (int, error) { parses++; return 1, nil })
			require.NoError(t, err)
		}
		require.Equal(t, 2, parses)
	})
}

func TestReadAll_rejects_a_document_larger_than_declared(t *testing.T) {
	doc := Document{SizeBytes: 10, Open: func(context.Context) (io.ReadSeekCloser, error) {
		return unclosed{bytes.NewReader(make([]byte, 2000))}, nil
	}}
	_, err := (&Subject{Document: doc, rt: NewRuntime(Options{})}).ReadAll(t.Context(), 1000)
	require.True(t, fault.Is(err, fault.CodeTooLarge))
	content, err := (&Subject{Document: doc, rt: NewRuntime(Options{})}).ReadAll(t.Context(), 2000)
	require.NoError(t, err)
	require.Len(t, content, 2000)
}

type unclosed struct{ io.ReadSeeker }

func (unclosed) Close() error { return nil }
