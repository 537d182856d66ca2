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

// Bounds of PDF files and of the workers that read them.
const (
	pdfWorkers    = 2
	pdfPages      = 6144      // of 64 KiB: a worker's memory is bounded to 384 MiB
	MaxBytes      = 128 << 20 // a worker holds the file and what PDFium makes of it
	bigPDFBytes   = 16 << 20  // WebAssembly memory never shrinks: a worker is thrown away after such a file
	pdfStackDepth = 16        // of outlines
)

// Engine is PDFium in WebAssembly: a fault of the parser stays in its sandbox, which sees no files, and a worker that
// runs away is killed. It starts at its first use and holds at most pdfWorkers at work.
type Engine struct {
	CacheDir string // of compiled code; empty compiles at each start

	mu     sync.Mutex
	pool   pdfium.Pool
	cache  wazero.CompilationCache
	users  int // calls at work
	closed bool
}

var errEngineClosed = errors.New("the PDF engine is closed")

// Start makes the pool of workers, once. A failed start is tried again at the next use.
func (e *Engine) Start() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.started()
	return err
}

// enter returns the pool of workers to a call, which must leave.
func (e *Engine) enter() (pdfium.Pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	pool, err := e.started()
	if err == nil {
		e.users++
	}
	return pool, err
}

func (e *Engine) leave() {
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
		WithCloseOnContextDone(true). // without it a killed worker would run on
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

// Rest returns the memory of a started engine that no call uses; the next use starts it again, from the compilation
// cache.
func (e *Engine) Rest() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.users > 0 {
		return nil
	}
	return e.release()
}

// Close stops the workers for good. Calls under way fail.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return e.release()
}

func (e *Engine) release() error {
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

// With opens a file in a worker of its own and lends it to use. When the context ends first, the worker is killed.
func (e *Engine) With(ctx context.Context, file []byte, use func(*Session) error) error {
	pool, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	worker, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return fault.Unavailable("PDF reader", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = worker.Kill() })
	err = openAndUse(worker, file, use)
	switch {
	case !stop(): // killed, and not ours any more
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
		return fault.Invalid("", "This PDF is protected by a password, which Vitrine does not have.").
			Try("Ask for a copy without a password.").Because(err)
	case err != nil:
		return parse.Unreadable("PDF", err)
	}
	return use(&Session{worker, opened.Document})
}

// Page refers to a page by its 0-based index.
func (s *Session) Page(index int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: s.document, Index: index}}
}
