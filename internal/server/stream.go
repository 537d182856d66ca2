package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"vitrine/internal/auth"
)

// stream is the transport of server-sent events: one operation per POST, answered by a stream (the "distinct
// connections mode" of the protocol).
type stream struct {
	maxBody int64
	ping    time.Duration
}

var _ graphql.Transport = stream{}

// Supports reports whether a request prefers a stream of events to a single answer. Some clients list events after JSON
// with every request; those get JSON.
func (stream) Supports(r *http.Request) bool {
	return r.Method == http.MethodPost && wantsEvents(r) && !strings.HasPrefix(r.Header.Get("Content-Type"), mediaForm)
}

func wantsEvents(r *http.Request) bool {
	accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
	events, single := strings.Index(accept, mediaEvents), strings.Index(accept, "json")
	return events >= 0 && (single < 0 || events < single)
}

// Do serves one stream until the operation or the caller ends it.
func (s stream) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	params, err := jsonParams(w, r, s.maxBody)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	params.Headers = r.Header
	e := s.open(w)
	defer e.close()
	oc, errs := exec.CreateOperationContext(r.Context(), params)
	ctx := graphql.WithOperationContext(r.Context(), oc)
	if errs != nil {
		e.send("next", encodeErrors(exec.DispatchError(ctx, errs)))
		e.send("complete", nil)
		return
	}
	e.follow(exec.DispatchOperation(ctx, oc))
}

func (s stream) open(w http.ResponseWriter) *events {
	h := w.Header()
	h.Set("Content-Type", mediaEvents+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer events
	e := &events{w: w, control: http.NewResponseController(w), every: s.ping}
	e.line(":\n\n")
	e.mu.Lock()
	defer e.mu.Unlock()
	e.timer = time.AfterFunc(s.ping, func() { e.line(": ping\n\n") })
	return e
}

// events writes one stream. The lock keeps pings and events apart.
type events struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	every   time.Duration
	timer   *time.Timer // sends a ping when nothing else was sent for a while
	closed  bool
}

func (e *events) follow(responses graphql.ResponseHandler, ctx context.Context) { //nolint:revive // the order that the executor returns
	for {
		response := responses(ctx)
		if response == nil || !e.send("next", encode(response)) {
			break
		}
	}
	if ctx.Err() == nil {
		e.send("complete", nil)
	}
}

// send writes one event and reports whether that succeeded. A line break in the data is always space between JSON
// tokens.
func (e *events) send(event string, data []byte) bool {
	data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\n"), []byte(" ")), []byte("\r"), []byte(" "))
	return e.line(fmt.Sprintf("event: %s\ndata: %s\n\n", event, data))
}

func (e *events) line(text string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return false
	}
	if e.timer != nil {
		e.timer.Reset(e.every)
	}
	_, err := e.w.Write([]byte(text))
	return err == nil && e.control.Flush() == nil
}

func (e *events) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	e.timer.Stop()
}

// streams registers each event stream, so that it can be ended from outside. A stream that the server ends is cut off
// without a complete event: after complete a client considers the operation done, after a cut it connects again.
func (s *Server) streams(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" || !wantsEvents(r) {
			next.ServeHTTP(w, r)
			return
		}
		session := s.sessions.Open(r.Context())
		defer session.Close()
		session.Identify(auth.Who(r.Context()))
		next.ServeHTTP(w, r.WithContext(session.ctx))
		var ended closing
		if errors.As(context.Cause(session.ctx), &ended) {
			panic(http.ErrAbortHandler)
		}
	})
}
