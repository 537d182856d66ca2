package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
)

// preflightHeaders are headers that no plain form can send: one of them must come with a file, so that another site's page
// cannot make a browser send one.
var preflightHeaders = []string{"Apollo-Require-Preflight", "X-Apollo-Operation-Name", "X-Requested-With", "Authorization"}

// protect bounds bodies before anything reads them and ends streams from outside.
func (s *Server) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			next.ServeHTTP(w, r)
			return
		}
		r, err := s.bounded(w, r)
		if err != nil {
			writeFault(w, r, err)
			return
		}
		if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			session := s.sessions.Open(r.Context())
			defer session.Close()
			session.Identify(auth.Who(r.Context()))
			r = r.WithContext(session.ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// bounded gives the request with a body that cannot grow past its limit.
func (s *Server) bounded(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if r.Method != http.MethodPost {
		return r, nil
	}
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media == "multipart/form-data" {
		return s.boundedForm(w, r)
	}
	if media != "application/json" {
		return r, nil // gqlgen refuses it without reading it
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.options.MaxBodyBytes))
	if err != nil {
		return r, bodyFault(err, s.options.MaxBodyBytes)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r, nil
}

// boundedForm refuses files from nobody, from a plain form, without a length (they would be held in memory) and above the limit.
func (s *Server) boundedForm(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	limit := s.options.MaxUploadBytes + multipartSpace
	switch {
	case !anyHeader(r.Header, preflightHeaders):
		return r, fault.Invalid("", "A multipart request needs the header apollo-require-preflight.").Try("Send apollo-require-preflight: true.")
	case auth.Who(r.Context()) == nil:
		return r, fault.Unauthenticated("Sending files needs an API key.").Try(`Send "Authorization: Bearer <api key>".`)
	case r.ContentLength < 0:
		return r, fault.Invalid("", "A multipart request needs a Content-Length.").Try("Send the form with its length instead of in chunks.")
	case r.ContentLength > limit:
		return r, bodyFault(&http.MaxBytesError{Limit: limit}, limit)
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	return r, nil
}

func bodyFault(err error, limit int64) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return fault.TooLarge("", "The request is larger than %d bytes, the limit here.", limit).With("maxBytes", limit).
			Try("Send less at once: smaller batches, or a smaller file.")
	}
	return fault.Invalid("", "The request ended before it was whole.").Because(err).Try("Send it again.")
}

func anyHeader(h http.Header, names []string) bool {
	for _, n := range names {
		if h.Get(n) != "" {
			return true
		}
	}
	return false
}
