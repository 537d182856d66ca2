package server

import (
	"io"
	"net/http"
	"time"
)

// How long the server waits for a slow peer. The time is for a piece, not for the whole, so that large files and long
// streams take as long as they need; a peer that trickles or does not read at all loses its connection.
const (
	writePatience = 30 * time.Second // for one piece to leave
	readPatience  = 30 * time.Second // for a body to begin, and above the slowest rate
	slowestRate   = 8 << 10          // bytes a second of a body
)

// patient returns every read of the body and every write of the answer a deadline. The request is a copy: net/http
// looks at the body of its own one to tell whether the sender still waits to be asked for it.
func patient(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	control := http.NewResponseController(w)
	r = r.WithContext(r.Context())
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &slowBody{ReadCloser: r.Body, control: control, began: time.Now()}
	}
	return &slowWriter{ResponseWriter: w, control: control}, r
}

// slowBody is a body whose sender must keep up a rate.
type slowBody struct {
	io.ReadCloser
	control *http.ResponseController
	began   time.Time
	got     int64
}

// Read moves the deadline on by what has come so far.
func (b *slowBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.began.Add(readPatience + time.Duration(b.got)*time.Second/slowestRate))
	n, err := b.ReadCloser.Read(p)
	b.got += int64(n)
	if err != nil { // at its end: waiting for the next request is not the body's affair
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// slowWriter is an answer whose reader must take each piece in time.
type slowWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Write returns the piece its deadline.
func (w *slowWriter) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(writePatience)) // not supported: a test's recorder
	return w.ResponseWriter.Write(p)
}

// Flush passes streams on.
func (w *slowWriter) Flush() { _ = w.control.Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (w *slowWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
