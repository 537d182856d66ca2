package pdf

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// testCompilationCache keeps PDFium's compiled code between test runs, so that only the first pays for it.
func testCompilationCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "vitrine", "wasm")
}

// sharedEngine is one engine for all tests, as starting it is what takes long. It ends with the process.
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
	require.NoError(t, e.Start(), "a second time is nothing new")
	require.NoError(t, e.Rest())
	require.NoError(t, e.Start(), "after a rest it starts again")
	require.NoError(t, e.Close())
	require.ErrorIs(t, e.Start(), errEngineClosed)
}

func TestPDFEngine_kills_what_runs_away_and_goes_on(t *testing.T) {
	for range 2 * pdfWorkers {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err := sharedEngine.With(ctx, onePage(t), func(p *Session) error {
			for { // as a parser that never ends: only the kill ends it
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

// TestPDFEngineRestsWhenNobodyUsesIt holds that resting ends no call: at a start the engine is warmed and put to rest
// while calls may come already.
func TestPDFEngineRestsWhenNobodyUsesIt(t *testing.T) {
	engine := &Engine{CacheDir: testCompilationCache()}
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	pool, err := engine.enter()
	require.NoError(t, err)
	require.NoError(t, engine.Rest())
	worker, err := pool.GetInstanceWithContext(t.Context())
	require.NoError(t, err, "it goes on for whom it works")
	require.NoError(t, worker.Close())
	engine.leave()
	require.NoError(t, engine.Rest())
	require.Nil(t, engine.pool)
}
