package server_test

import (
	"net/http"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// TestOrigins calls the server from pages of other origins: HTTP and WebSocket accept the same origins.
func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		name, origin string
		allowed      []string
		accepted     bool
	}{
		{"no origin is allowed", "https://app.example.com", nil, false},
		{"a host", "https://app.example.com", []string{"app.example.com"}, true},
		{"a host in upper case", "https://APP.example.com", []string{"app.example.com"}, true},
		{"a host with its scheme", "https://app.example.com", []string{"https://app.example.com"}, true},
		{"another scheme", "http://app.example.com", []string{"https://app.example.com"}, false},
		{"another port", "https://app.example.com:8443", []string{"app.example.com"}, false},
		{"a host by http", "http://app.example.com", []string{"app.example.com"}, false},
		{"any host of a domain by http", "http://a.example.com", []string{"*.example.com"}, false},
		{"any host of a domain by http, named", "http://a.example.com", []string{"http://*.example.com"}, true},
		{"ftp", "ftp://app.example.com", []string{"app.example.com"}, false},
		{"this machine by http", "http://localhost:5173", []string{"localhost:5173"}, true},
		{"this machine by https", "https://localhost:5173", []string{"localhost:5173"}, true},
		{"this machine by address", "http://127.0.0.1:5173", []string{"127.0.0.1:5173"}, true},
		{"this machine by its other address", "http://[::1]:5173", []string{"[::1]:5173"}, true},
		{"a host that begins like this machine", "http://localhost.example.com", []string{"localhost.example.com"}, false},
		{"any origin by http", "http://else.example.org", []string{"*"}, true},
		{"any host of a domain", "https://a.example.com", []string{"*.example.com"}, true},
		{"a host that only has the same ending", "https://evil-example.com", []string{"*.example.com"}, false},
		{"a page without an origin", "null", []string{"*.example.com", "https://*"}, false},
		{"a page without an origin, any allowed", "null", []string{"*"}, true},
		{"any origin", "https://else.example.org", []string{"*"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := smallLimits
			o.AllowedOrigins = c.allowed
			s := open(t, o)
			grants := func(a answer) bool { return a.Header.Get("Access-Control-Allow-Origin") != "" }

			ask := s.send(http.MethodOptions, "/graphql", "", nil, map[string]string{
				"Origin": c.origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type",
			})
			require.Equal(t, c.accepted, grants(ask), "preflight")
			call := s.post(s.admin, `{"query":"{ __typename }"}`, map[string]string{"Origin": c.origin})
			require.Equal(t, http.StatusOK, call.Status)
			require.Equal(t, c.accepted, grants(call), "the call itself")
			require.Empty(t, call.Header.Get("Access-Control-Allow-Credentials"))

			conn, _, err := websocket.Dial(t.Context(), s.url+"/graphql", &websocket.DialOptions{
				Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: http.Header{"Origin": {c.origin}},
			})
			require.Equal(t, c.accepted, err == nil, "%v", err)
			if err == nil {
				_ = conn.CloseNow()
			}
		})
	}
}
