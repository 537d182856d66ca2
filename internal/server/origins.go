package server

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/rs/cors"
)

// origins are the origins beside our own that pages may call the server from: hosts, or scheme://host, with * for any run of
// characters. WebSockets take the same list.
type origins []string

// allow lets pages of these origins call next and read what resumable uploads and errors need. Keys come in a header of the
// page's own making, never in a cookie, so no page can act with the key of another.
func (o origins) allow(next http.Handler) http.Handler {
	if len(o) == 0 {
		return next
	}
	return cors.New(cors.Options{
		AllowOriginFunc: o.match,
		AllowedMethods:  []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete},
		AllowedHeaders:  []string{"*"},
		ExposedHeaders:  []string{"Upload-Offset", "Upload-Length", "X-Request-Id", "Content-Disposition", "Content-Range", "ETag", "Mcp-Session-Id"},
		MaxAge:          600,
	}).Handler(next)
}

// match asks as the WebSocket library does, so that one origin is never let in by one door and kept out by the other.
func (o origins) match(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	for _, pattern := range o {
		target := u.Host
		if strings.Contains(pattern, "://") {
			target = u.Scheme + "://" + u.Host
		}
		if ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(target)); err == nil && ok {
			return true
		}
	}
	return false
}
