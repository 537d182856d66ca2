package server

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/rs/cors"
)

// origins are the other origins that pages may call the server from: scheme://host with * for any run of characters, or
// * alone for any origin. WebSockets use the same list.
type origins []string

// originsOf parses the setting. A host without a scheme means https only, because anybody on the network can change a
// page that is served over http; a name of this machine means both schemes.
func originsOf(setting []string) (o origins) {
	for _, pattern := range setting {
		host := strings.ReplaceAll(strings.ToLower(pattern), "[", `\[`) // brackets belong to IPv6, not to a character class
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

// allow permits pages of these origins to call next and to read the headers that resumable uploads and errors need.
// Keys are sent in a header that the page sets, never in a cookie, so no page can act with the key of another.
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

// match compares as the WebSocket library does, so that both treat an origin the same way.
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
