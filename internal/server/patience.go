package server

import (
	"io"
	"net/http"
	"time"
)

// Timeouts for slow peers. They apply to each piece instead of the whole, so that large files and long streams take as
// long as they need; a peer that sends too slowly or does not read loses its connection.
const (
	writePatience = 30 * time.Second // for writing one piece
	readPatience  = 30 * time.Second // for the start of a body, in addition to the slowest rate
	slowestRate   = 8 << 10          // bytes a second of a body
)

// patient sets a deadline for every read of the body and every write of the answer. The request is a copy: net/http
// inspects the body of its own request to decide whether the sender still waits for 100 Continue.
func patient(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	control := http.NewResponseController(w)
	r = r.WithContext(r.Context())
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &slowBody{ReadCloser: r.Body, control: control, began: time.Now()}
	}
	return &slowWriter{ResponseWriter: w, control: control}, r
}

// slowBody is a body whose sender must keep up a minimum rate.
type slowBody struct {
	io.ReadCloser
	control *http.ResponseController
	began   time.Time
	got     int64
}

// Read extends the deadline by what has been received so far.
func (b *slowBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.began.Add(readPatience + time.Duration(b.got)*time.Second/slowestRate))
	n, err := b.ReadCloser.Read(p)
	b.got += int64(n)
	if err != nil { // at its end: waiting for the next request has another timeout
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// slowWriter is an answer whose reader must accept each piece in time.
type slowWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Write sets the deadline of the piece and writes it.
func (w *slowWriter) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(writePatience)) // not supported: a test's recorder
	return w.ResponseWriter.Write(p)
}

// Flush sends buffered data.
func (w *slowWriter) Flush() { _ = w.control.Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (w *slowWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
