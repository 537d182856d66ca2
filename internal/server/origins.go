package server

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/rs/cors"
)

// origins are the origins beside our own that pages may call the server from: scheme://host with * for any run of
// characters, or
// * alone for anybody. WebSockets take the same list.
type origins []string

// originsOf reads the setting. A host without a scheme is meant as https, because whoever sits on the network can put
// words into a page that came by http; the machine's own names, which nobody sits between, are meant as either.
func originsOf(setting []string) (o origins) {
	for _, pattern := range setting {
		host := strings.ReplaceAll(strings.ToLower(pattern), "[", `\[`) // brackets are those of IPv6, no class of characters
		switch {
		case host == "*" || strings.Contains(host, "://"):
			o = append(o, host)
		case isOwnMachine(strings.ToLower(pattern)):
			o = append(o, "https://"+host, "http://"+host)
		default:
			o = append(o, "https://"+host)
		}
	}
	return o
}

func isOwnMachine(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback()
}

// allow lets pages of these origins call next and read what resumable uploads and errors need. Keys come in a header of
// the page's own making, never in a cookie, so no page can act with the key of another.
func (o origins) allow(next http.Handler) http.Handler {
	if len(o) == 0 {
		return next
	}
	return cors.New(cors.Options{
		AllowOriginFunc: o.match,
		AllowedMethods:  []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete},
		AllowedHeaders:  []string{"*"},
		ExposedHeaders:  []string{"Upload-Offset", "Upload-Length", "Retry-After", "X-Request-Id", "Content-Disposition", "Content-Range", "ETag", "Mcp-Session-Id"},
		MaxAge:          600,
	}).Handler(next)
}

// match asks as the WebSocket library does, so that HTTP and WebSocket accept the same origins.
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
		if ok, err := path.Match(pattern, strings.ToLower(target)); err == nil && ok {
			return true
		}
	}
	return false
}
