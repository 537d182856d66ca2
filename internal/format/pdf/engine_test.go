package pdf

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// testCompilationCache returns the directory that caches PDFium's compiled code between test runs.
func testCompilationCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "vitrine", "wasm")
}

// sharedEngine is one engine for all tests, because starting it is slow. It ends with the process.
var sharedEngine = &Engine{CacheDir: testCompilationCache()}

// onePage is a PDF of one page.
func onePage(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/one.pdf")
	require.NoError(t, err)
	return file
}

func TestPDFEngine_starts_and_stops(t *testing.T) {
	e := &Engine{CacheDir: testCompilationCache()}
	require.NoError(t, e.Start())
	require.NoError(t, e.Start(), "a second start does nothing")
	require.NoError(t, e.Unload())
	require.NoError(t, e.Start(), "it starts again after Unload")
	require.NoError(t, e.Close())
	require.ErrorIs(t, e.Start(), errEngineClosed)
}

func TestPDFEngine_kills_a_stuck_worker_and_continues(t *testing.T) {
	for range 2 * pdfWorkers {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err := sharedEngine.With(ctx, onePage(t), func(p *Session) error {
			for { // like a parser that never ends: only killing it stops it
				if _, err := ReadInfo(p); err != nil {
					return err
				}
			}
		})
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	require.NoError(t, sharedEngine.With(t.Context(), onePage(t), func(p *Session) error {
		_, err := ReadInfo(p)
		return err
	}))
}

// Unload must not end a running call: the server starts the engine and releases its memory while calls may already
// come.
func TestPDFEngine_unloads_only_without_calls(t *testing.T) {
	engine := &Engine{CacheDir: testCompilationCache()}
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	pool, err := engine.acquire()
	require.NoError(t, err)
	require.NoError(t, engine.Unload())
	worker, err := pool.GetInstanceWithContext(t.Context())
	require.NoError(t, err, "the running call continues")
	require.NoError(t, worker.Close())
	engine.done()
	require.NoError(t, engine.Unload())
	require.Nil(t, engine.pool)
}
