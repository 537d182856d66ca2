package adminui

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func files() fstest.MapFS {
	return fstest.MapFS{
		"index.html":         {Data: []byte("<!doctype html><title>Vitrine</title>")},
		"favicon.svg":        {Data: []byte("<svg/>")},
		"assets/app-1a2b.js": {Data: []byte("export {}")},
		".gitkeep":           {},
	}
}

func request(method, target string) *http.Response {
	rec := httptest.NewRecorder()
	handler(files()).ServeHTTP(rec, httptest.NewRequest(method, target, nil))
	return rec.Result() //nolint:bodyclose // a recorder's body needs no closing
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	var b strings.Builder
	_, err := io.Copy(&b, res.Body)
	require.NoError(t, err)
	return b.String()
}

func TestHandler(t *testing.T) {
	cases := []struct {
		name, method, path string
		status             int
		cache, contains    string
	}{
		{"index at the root", "GET", "/", 200, "no-cache", "Vitrine"},
		{"index for a route of the admin", "GET", "/types/42", 200, "no-cache", "Vitrine"},
		{"index by name", "GET", "/index.html", 200, "no-cache", "Vitrine"},
		{"hashed assets are cached", "GET", "/assets/app-1a2b.js", 200, "public, max-age=31536000, immutable", "export"},
		{"other files are revalidated", "GET", "/favicon.svg", 200, "no-cache", "<svg/>"},
		{"missing asset is not found", "GET", "/assets/gone.js", 404, "", "not found"},
		{"folder is not listed", "GET", "/assets", 200, "no-cache", "Vitrine"},
		{"hidden file is not served", "GET", "/.gitkeep", 200, "no-cache", "Vitrine"},
		{"parent path is not served", "GET", "/../../embed.go", 200, "no-cache", "Vitrine"},
		{"POST is not allowed", "POST", "/", 405, "", "Only GET and HEAD"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := request(c.method, c.path)
			require.Equal(t, c.status, res.StatusCode)
			require.Contains(t, body(t, res), c.contains)
			if c.cache != "" {
				require.Equal(t, c.cache, res.Header.Get("Cache-Control"))
			}
		})
	}
}

func TestHandlerForbidsInlineScripts(t *testing.T) {
	csp := request("GET", "/").Header.Get("Content-Security-Policy")
	require.Contains(t, csp, "script-src 'self';")
	require.Contains(t, csp, "frame-ancestors 'none'")
}

func TestHandlerExplainsHowToBuild(t *testing.T) {
	rec := httptest.NewRecorder()
	handler(fstest.MapFS{".gitkeep": {}}).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, http.StatusServiceUnavailable, rec.Code)
	require.Contains(t, rec.Body.String(), "npm run build")
}
