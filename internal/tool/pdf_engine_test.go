package tool

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// testCompilationCache keeps PDFium's compiled code between test runs, so that only the first pays for it.
func testCompilationCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "vitrine", "wasm")
}

// sharedPDF is one engine for all tests, as starting it is what takes long. It ends with the process.
var sharedPDF = &pdfEngine{cacheDir: testCompilationCache()}

func TestPDFEngine_takes_no_call_after_close(t *testing.T) {
	rt := kit.NewRuntime(kit.Options{})
	require.NoError(t, rt.Close())
	r := kit.Find("pdf").Invoke(t.Context(), rt, documentOf("x", smallPDF(1)), kit.Call{Tool: "get_page_count"})
	require.False(t, r.Success)
}

func TestPDFEngine_starts_and_stops(t *testing.T) {
	rt := kit.NewRuntime(kit.Options{CompilationCacheDir: testCompilationCache()})
	require.NoError(t, startPDF(rt))
	require.NoError(t, startPDF(rt), "a second time is nothing new")
	require.NoError(t, rt.Rest())
	require.NoError(t, startPDF(rt), "after a rest it starts again")
	require.NoError(t, rt.Close())
	require.ErrorIs(t, startPDF(rt), errEngineClosed)
}

func startPDF(rt *kit.Runtime) error { return kit.Find("pdf").(kit.Starter).Start(rt) }

func TestPDFEngine_kills_what_runs_away_and_goes_on(t *testing.T) {
	for range 2 * pdfWorkers {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err := sharedPDF.with(ctx, smallPDF(1), func(p *pdfSession) error {
			for { // as a parser that never ends: only the kill ends it
				if _, err := readPDFInfo(p); err != nil {
					return err
				}
			}
		})
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	require.NoError(t, sharedPDF.with(t.Context(), smallPDF(1), func(p *pdfSession) error {
		_, err := readPDFInfo(p)
		return err
	}))
}

// TestPDFEngineRestsWhenNobodyUsesIt holds that resting ends no call: at a start the engine is warmed and put to rest while calls
// may come already.
func TestPDFEngineRestsWhenNobodyUsesIt(t *testing.T) {
	engine := &pdfEngine{cacheDir: testCompilationCache()}
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
