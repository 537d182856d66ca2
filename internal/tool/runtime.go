package tool

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"vitrine/internal/fault"
)

// Options are the limits of a Runtime; a zero field takes its default.
type Options struct {
	OutputCap   int           // characters of JSON in one answer; default 15 000
	CacheBytes  int64         // parsed documents kept; default 256 MiB
	MemoryBytes int64         // estimated memory of all parsers at work together; default 1 GiB
	ParseTime   time.Duration // one parse, which may serve several calls; default 30 s
	// CompilationCacheDir keeps PDFium's compiled WebAssembly between starts (about 21 MB); empty keeps nothing.
	CompilationCacheDir string
}

// Runtime is what libraries read documents through: bounded caches, a bound on memory and the PDF engine.
type Runtime struct {
	outputCap int
	parseTime time.Duration
	cache     *cache
	memory    *semaphore.Weighted
	capacity  int64
	flights   singleflight.Group
	pdfium    *pdfEngine
}

// NewRuntime makes a Runtime. It starts nothing: the PDF engine starts at its first use or by WarmPDF.
func NewRuntime(o Options) *Runtime {
	capacity := orDefault(o.MemoryBytes, 1<<30)
	return &Runtime{
		outputCap: int(orDefault(int64(o.OutputCap), 15_000)),
		parseTime: time.Duration(orDefault(int64(o.ParseTime), int64(30*time.Second))),
		cache:     newCache(orDefault(o.CacheBytes, 256<<20)),
		memory:    semaphore.NewWeighted(capacity),
		capacity:  capacity,
		pdfium:    &pdfEngine{cacheDir: o.CompilationCacheDir},
	}
}

// WarmPDF starts the PDF engine ahead of its first use; with an empty compilation cache that takes seconds of work.
func (rt *Runtime) WarmPDF() error {
	_, err := rt.pdfium.start()
	return err
}

// Close stops the PDF engine. Calls under way fail.
func (rt *Runtime) Close() error { return rt.pdfium.close() }

func orDefault(n, fallback int64) int64 {
	if n > 0 {
		return n
	}
	return fallback
}

// load gives the parsed form of a document from the cache, or parses it once however many calls want it. The cost is the
// estimated memory in bytes; kind tells parsed forms of one content apart. Parsing outlives a caller that gives up. What a
// parser loads in turn through the subject it is given counts as part of its own cost.
func load[T any](ctx context.Context, s *subject, kind string, cost int64, parse func(context.Context, *subject) (T, error)) (T, error) {
	var zero T
	key := kind + ":" + s.SHA256
	if v, ok := s.rt.cached(s.SHA256, key); ok {
		return v.(T), nil
	}
	within := &subject{s.Document, s.rt, true}
	work := func() (any, error) {
		return s.rt.parse(ctx, s.charge(cost), func(ctx context.Context) (any, error) { return parse(ctx, within) })
	}
	if s.SHA256 == "" {
		return assert[T](work())
	}
	flight := s.rt.flights.DoChan(key, func() (any, error) {
		v, err := work()
		if err == nil {
			s.rt.cache.put(key, v, cost)
		}
		return v, err
	})
	select {
	case <-ctx.Done():
		return zero, ctx.Err()
	case done := <-flight:
		return assert[T](done.Val, done.Err)
	}
}

// charge is the memory to reserve for a cost: nothing within a parse, which has reserved its own.
func (s *subject) charge(cost int64) int64 {
	if s.parsing {
		return 0
	}
	return cost
}

func (rt *Runtime) cached(sha256, key string) (any, bool) {
	if sha256 == "" {
		return nil, false
	}
	return rt.cache.get(key)
}

func assert[T any](v any, err error) (T, error) {
	if err != nil {
		var zero T
		return zero, err
	}
	return v.(T), nil
}

// parse runs one parser within the bounds of memory and time; its panic is an error.
func (rt *Runtime) parse(ctx context.Context, cost int64, parser func(context.Context) (any, error)) (v any, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rt.parseTime)
	defer cancel()
	if cost > rt.capacity {
		return nil, fault.TooLarge("", "This document needs about %d MiB to be read, more than the %d MiB that tools may use.", cost>>20, rt.capacity>>20)
	}
	if err := rt.memory.Acquire(ctx, cost); err != nil {
		return nil, fault.Unavailable("document reader", err)
	}
	defer rt.memory.Release(cost)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("parser panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return parser(ctx)
}

// read gives all bytes of a document of at most limit bytes.
func (s *subject) read(ctx context.Context, limit int64) ([]byte, error) {
	if s.SizeBytes > limit {
		return nil, tooLarge(s.SizeBytes, limit)
	}
	r, err := s.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	defer func() { _ = r.Close() }()
	return readUpTo(r, s.SizeBytes, limit)
}

// bytes gives all bytes of a document, kept for the next call.
func (s *subject) bytes(ctx context.Context, limit int64) ([]byte, error) {
	return load(ctx, s, "bytes", max(s.SizeBytes, 1<<10), func(ctx context.Context, s *subject) ([]byte, error) { return s.read(ctx, limit) })
}

// readUpTo reads a stream that should have a size and may not have more than limit bytes.
func readUpTo(r io.Reader, size, limit int64) ([]byte, error) {
	buffer := make([]byte, 0, max(0, size)+1)
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, 0)[:len(buffer)]
		}
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case int64(len(buffer)) > limit:
			return nil, tooLarge(int64(len(buffer)), limit)
		case err == io.EOF:
			return buffer, nil
		case err != nil:
			return nil, fmt.Errorf("read document: %w", err)
		}
	}
}

func tooLarge(size, limit int64) error {
	return fault.TooLarge("", "This document has %d bytes; its tools read at most %d.", size, limit).
		Try("Read it in pieces with a generic tool such as get_full of the binary library, or download it.")
}
