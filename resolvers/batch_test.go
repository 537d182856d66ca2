package resolvers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBatch(t *testing.T) {
	t.Parallel()
	var calls, read atomic.Int64
	b := batched(quiet, func(_ context.Context, keys []string) (map[string]string, error) {
		calls.Add(1)
		read.Add(int64(len(keys)))
		out := map[string]string{}
		for _, k := range keys {
			if k != "absent" {
				out[k] = "value of " + k
			}
		}
		return out, nil
	})
	t.Run("reads concurrent keys together, each key once", func(t *testing.T) {
		keys := make([]string, 200)
		for i := range keys {
			keys[i] = fmt.Sprint(i % 100)
		}
		got, err := b.LoadAll(t.Context(), keys)
		require.NoError(t, err)
		require.Equal(t, "value of 99", got[199])
		require.EqualValues(t, 1, calls.Load())
		require.EqualValues(t, 100, read.Load())
	})
	t.Run("caches", func(t *testing.T) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { _, _ = b.Load(t.Context(), "7") })
		}
		all.Wait()
		require.EqualValues(t, 1, calls.Load())
	})
	t.Run("reports absent keys", func(t *testing.T) {
		_, err := b.Load(t.Context(), "absent")
		require.ErrorIs(t, err, errAbsent)
	})
	t.Run("returns an error to every caller", func(t *testing.T) {
		boom := errors.New("boom")
		failing := batched(quiet, func(context.Context, []string) (map[string]int, error) { return nil, boom })
		_, err := failing.LoadAll(t.Context(), []string{"a", "b"})
		require.ErrorIs(t, err, boom)
	})
	t.Run("returns when its context ends", func(t *testing.T) {
		hold := make(chan struct{})
		defer close(hold)
		slow := batched(quiet, func(context.Context, []string) (map[string]int, error) { <-hold; return nil, nil })
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := slow.Load(ctx, "a")
		require.ErrorIs(t, err, context.Canceled)
	})
}
