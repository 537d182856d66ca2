// Package server is the HTTP server: it routes, authenticates, bounds and measures requests, and passes them to the
// GraphQL resolvers, the content and upload handlers and the admin. It decides nothing about artifacts. cmd/vitrine
// runs it.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"vitrine/internal/artifact/store"
	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/live"
	"vitrine/internal/mcp"
	"vitrine/internal/services"
	"vitrine/resolvers"
	"vitrine/storage"
)

// Options are the settings of the server.
type Options struct {
	MaxUploadBytes    int64 // of one file
	MaxBodyBytes      int64 // of one request without files
	Introspection     bool
	GraphiQL          bool // serve the admin's page to try the API
	RequestsPerMinute int
	AllowedOrigins    []string // other origins that pages may call from
}

// Server is the HTTP server of one replica.
type Server struct {
	options   Options
	acts      services.Acts
	artifacts *store.Store
	ping      func(context.Context) error
	keys      *auth.Keys
	store     storage.Store
	links     *Links
	resolver  *resolvers.Resolver
	admin     http.Handler
	sessions  *Sessions
	rates     *rates
	metrics   *metrics
	draining  atomic.Bool
}

// Parts are the parts that the server depends on.
type Parts struct {
	Acts      services.Acts
	Artifacts *store.Store
	// Ping checks the database.
	Ping     func(context.Context) error
	Keys     *auth.Keys
	Store    storage.Store
	Links    *Links
	Resolver *resolvers.Resolver
	Admin    http.Handler
	Bus      live.Bus
}

// New returns a server. It ends live streams when the bus reports that their key was revoked or has expired.
func New(o Options, p Parts) *Server {
	s := &Server{
		options: o, acts: p.Acts, artifacts: p.Artifacts, ping: p.Ping, keys: p.Keys, store: p.Store, links: p.Links, resolver: p.Resolver, admin: p.Admin, sessions: NewSessions(),
		rates: &rates{perMinute: o.RequestsPerMinute, limiters: map[string]*rate.Limiter{}},
	}
	s.metrics = newMetrics(s.sessions.Len)
	p.Bus.Listen(s.hinted)
	return s
}

// Handler returns the handler of every route.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.handle(mux, "/graphql", s.identify(s.graphqlHandler()))
	s.handle(mux, "GET /v1/content/{versionId}", s.identify(http.HandlerFunc(s.content)))
	for _, method := range []string{http.MethodPut, http.MethodGet} {
		s.handle(mux, method+" /v1/uploads/{uploadId}", s.identify(http.HandlerFunc(s.upload)))
	}
	for path, allow := range map[string]string{"/v1/content/{versionId}": "GET, HEAD", "/v1/uploads/{uploadId}": "GET, HEAD, PUT"} {
		s.handle(mux, path, s.identify(otherMethod(allow)))
	}
	s.handle(mux, "/v1/", s.identify(http.HandlerFunc(nothingHere)))
	s.handle(mux, "/mcp", s.identify(mcp.NewHandler(s.acts.Turns, s.acts.Curation, s.resolver.Info.Version, writeFault)))
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.Handle("GET /metrics", s.metrics.handler())
	if !s.options.GraphiQL {
		mux.HandleFunc("/graphiql", http.NotFound)
	}
	s.handle(mux, "/", s.admin)
	return s.recovered(originsOf(s.options.AllowedOrigins).allow(mux))
}

// Drain takes the replica out of service: it is not ready any more and ends live streams. Requests in progress
// continue.
func (s *Server) Drain() {
	s.draining.Store(true)
	s.sessions.Drain()
}

// Serve answers requests on a listener until ctx ends, then drains for at most patience.
func (s *Server) Serve(ctx context.Context, l net.Listener, patience time.Duration) error {
	h := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ErrorLog:    slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.Drain()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.sessions.Wait(ctx)
	return h.Close()
}

// hinted ends the streams of keys that were revoked or have expired; nil topics mean missed hints, and all keys are
// checked.
func (s *Server) hinted(topics []string) {
	if topics == nil {
		go s.recheck()
		return
	}
	for _, t := range topics {
		if id, ok := live.KeyOf(t); ok {
			s.sessions.EndKey(id)
		}
	}
}

func (s *Server) recheck() {
	ids := s.sessions.Keys()
	if len(ids) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ended, err := s.keys.Ended(ctx, ids)
	if err != nil {
		slog.Warn("checking the keys of live streams failed", "error", err)
	}
	for _, id := range ended {
		s.sessions.EndKey(id)
	}
}

// handle registers a route and measures it under its pattern.
func (s *Server) handle(mux *http.ServeMux, pattern string, h http.Handler) {
	mux.Handle(pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			h.ServeHTTP(w, r)
			return
		}
		started, seen := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(seen, r)
		s.metrics.requests.WithLabelValues(pattern, strconv.Itoa(seen.status)).Observe(time.Since(started).Seconds())
		slog.DebugContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "status", seen.status, "milliseconds", time.Since(started).Milliseconds())
	}))
}

// recovered turns a panic of one request into an error answer, so that the process continues.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == http.ErrAbortHandler { //nolint:errorlint // compared by identity
				panic(p) // the connection is to be cut
			}
			if p != nil {
				slog.ErrorContext(r.Context(), "request panicked", "panic", p, "request", audit.RequestID(r.Context()), "stack", string(debug.Stack()))
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if r.Header.Get("Upgrade") == "" {
			w, r = patient(w, r)
		}
		next.ServeHTTP(w, r)
	})
}

// statusWriter records the status for the metrics.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader records and writes the status.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Flush sends buffered data.
func (w *statusWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
