package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every page must be in exactly one batch, and the first page alone.
func TestBatch(t *testing.T) {
	for _, count := range []int{1, 2, 16, 17, 18, 33, 200} {
		next := 0
		for page := range count {
			first, end := Batch(page, count)
			require.True(t, first <= page && page < end && end <= count, "page %d of %d: %d to %d", page, count, first, end)
			require.LessOrEqual(t, end-first, pagesPerLoad)
			if page == next {
				require.Equal(t, page, first, "batches are contiguous")
				next = end
			}
		}
		require.Equal(t, count, next)
	}
}
