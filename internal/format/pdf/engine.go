package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Limits of PDF files and of the workers that read them.
const (
	pdfWorkers    = 2
	pdfPages      = 6144      // of 64 KiB: a worker has at most 384 MiB of memory
	MaxBytes      = 128 << 20 // a worker holds the file and PDFium's data
	bigPDFBytes   = 16 << 20  // WebAssembly memory never shrinks: a worker is discarded after such a file
	pdfStackDepth = 16        // of outlines
)

// Engine runs PDFium in WebAssembly: a parser error stays in the sandbox, which cannot access files, and a worker that
// does not stop is killed. It starts at its first use and runs at most pdfWorkers workers.
type Engine struct {
	CacheDir string // for compiled code; empty: compile at each start

	mu     sync.Mutex
	pool   pdfium.Pool
	cache  wazero.CompilationCache
	users  int // running calls
	closed bool
}

var errEngineClosed = errors.New("the PDF engine is closed")

// Start creates the pool of workers, once. After a failed start the next use tries again.
func (e *Engine) Start() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.started()
	return err
}

// acquire returns the pool of workers for a call, which must call done.
func (e *Engine) acquire() (pdfium.Pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	pool, err := e.started()
	if err == nil {
		e.users++
	}
	return pool, err
}

func (e *Engine) done() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.users--
}

func (e *Engine) started() (pdfium.Pool, error) {
	if e.closed {
		return nil, errEngineClosed
	}
	if e.pool != nil {
		return e.pool, nil
	}
	if err := e.openCache(); err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithCloseOnContextDone(true). // otherwise a killed worker would keep running
		WithMemoryLimitPages(pdfPages).
		WithCompilationCache(e.cache)
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 1, MaxIdle: pdfWorkers, MaxTotal: pdfWorkers, ReuseWorkers: true,
		RuntimeConfig: config, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	e.pool = pool
	return pool, nil
}

func (e *Engine) openCache() (err error) {
	if e.cache != nil {
		return nil
	}
	if e.CacheDir == "" {
		e.cache = wazero.NewCompilationCache()
		return nil
	}
	e.cache, err = wazero.NewCompilationCacheWithDir(e.CacheDir)
	if err != nil {
		return fmt.Errorf("open the compilation cache of PDFium: %w", err)
	}
	return nil
}

// Unload releases the memory of a started engine that no call uses; the next use starts it again, from the compilation
// cache.
func (e *Engine) Unload() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.users > 0 {
		return nil
	}
	return e.closePool()
}

// Close stops the workers permanently. Running calls fail.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return e.closePool()
}

func (e *Engine) closePool() error {
	var errs []error
	if e.pool != nil {
		errs = append(errs, e.pool.Close())
	}
	if e.cache != nil {
		errs = append(errs, e.cache.Close(context.Background()))
	}
	e.pool, e.cache = nil, nil
	return errors.Join(errs...)
}

// Session is one open file in one worker.
type Session struct {
	pdfium.Pdfium
	document references.FPDF_DOCUMENT
}

// With opens a file in a worker and calls use with it. When the context ends first, the worker is killed.
func (e *Engine) With(ctx context.Context, file []byte, use func(*Session) error) error {
	pool, err := e.acquire()
	if err != nil {
		return err
	}
	defer e.done()
	worker, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return fault.Unavailable("PDF reader", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = worker.Kill() })
	err = openAndUse(worker, file, use)
	switch {
	case !stop(): // killed, and no longer usable
		return context.Cause(ctx)
	case err != nil || len(file) > bigPDFBytes:
		_ = worker.Kill()
	default:
		err = worker.Close()
	}
	return err
}

func openAndUse(worker pdfium.Pdfium, file []byte, use func(*Session) error) error {
	opened, err := worker.OpenDocument(&requests.OpenDocument{File: &file})
	switch {
	case errors.Is(err, pdferrors.ErrPassword):
		return fault.Invalid("", "This PDF is protected by a password.").
			Try("Ask for a copy without a password.").Because(err)
	case err != nil:
		return parse.Unreadable("PDF", err)
	}
	return use(&Session{worker, opened.Document})
}

// Page returns the reference to a page by its 0-based index.
func (s *Session) Page(index int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: s.document, Index: index}}
}
