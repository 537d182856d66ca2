package kit

import (
	"time"

	"golang.org/x/sync/semaphore"
)

// Options are the limits of a Runtime; a zero field takes its default.
type Options struct {
	OutputCap   int           // characters of JSON in one answer; default 15 000
	CacheBytes  int64         // parsed documents in the cache; default 256 MiB
	MemoryBytes int64         // estimated memory of all running parsers together; default 1 GiB
	ParseTime   time.Duration // one parse, which may serve several calls; default 30 s
	// CompilationCacheDir is the directory for compiled WebAssembly of engines between starts (about 21 MB); empty
	// disables it.
	CompilationCacheDir string
}

// Runtime holds what libraries read documents with: bounded caches, a memory limit and the engines of libraries.
type Runtime struct {
	outputCap int
	parseTime time.Duration
	cache     *cache
	memory    *semaphore.Weighted
	capacity  int64
	flights   flights
	cacheDir  string
	engines   engines
}

// NewRuntime returns a Runtime. It starts nothing: an engine starts at its first use or when its library is started.
func NewRuntime(o Options) *Runtime {
	capacity := orDefault(o.MemoryBytes, 1<<30)
	return &Runtime{
		outputCap: int(orDefault(int64(o.OutputCap), 15_000)),
		parseTime: time.Duration(orDefault(int64(o.ParseTime), int64(30*time.Second))),
		cache:     newCache(orDefault(o.CacheBytes, 256<<20)),
		memory:    semaphore.NewWeighted(capacity),
		capacity:  capacity,
		cacheDir:  o.CompilationCacheDir,
	}
}

func orDefault(n, fallback int64) int64 {
	if n > 0 {
		return n
	}
	return fallback
}

// Wait waits until no parse is running. A parse that no call waits for stops soon, but not at once.
func (rt *Runtime) Wait() { rt.flights.all.Wait() }
