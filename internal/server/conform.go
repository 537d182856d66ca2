package server

import (
	"bytes"
	"net/http"
	"strings"
)

// conform mends what gqlgen's transports answer, to what GraphQL over HTTP asks for: application/json responses that carry
// errors are 200, application/graphql-response+json errors have no data entry, unknown media types are 415 and mutations over
// GET are 405.
func conform(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(&conforming{ResponseWriter: w, request: r}, r)
	})
}

type conforming struct {
	http.ResponseWriter
	request *http.Request
	strip   bool // the body must lose its data entry
}

// WriteHeader corrects the status.
func (c *conforming) WriteHeader(status int) {
	media := c.Header().Get("Content-Type")
	c.strip = strings.HasPrefix(media, "application/graphql-response+json") && status >= 400
	switch {
	case status == http.StatusUnprocessableEntity && strings.HasPrefix(c.request.Header.Get("Content-Type"), "multipart/"):
		status = http.StatusBadRequest // a form that is no GraphQL multipart request
	case strings.HasPrefix(media, "application/json") && status == http.StatusUnprocessableEntity:
		status = http.StatusOK
	case strings.HasPrefix(media, "application/graphql-response+json") && status == http.StatusUnprocessableEntity:
		status = http.StatusBadRequest
	case c.request.Method == http.MethodGet && status == http.StatusNotAcceptable:
		status = http.StatusMethodNotAllowed
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write takes the data entry out; gqlgen writes a response in one call.
func (c *conforming) Write(b []byte) (int, error) {
	if short, ok := bytes.CutSuffix(b, []byte(`,"data":null}`)); c.strip && ok {
		_, err := c.ResponseWriter.Write(append(short[:len(short):len(short)], '}'))
		return len(b), err
	}
	return c.ResponseWriter.Write(b)
}

// Flush passes streams on.
func (c *conforming) Flush() {
	if f, ok := c.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (c *conforming) Unwrap() http.ResponseWriter { return c.ResponseWriter }
