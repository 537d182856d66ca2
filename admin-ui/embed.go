// Package adminui carries the built web admin inside the binary and serves it.
// It knows nothing of the API: the admin is one more client of /graphql.
// internal/server mounts Handler behind every route of its own.
package adminui

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// built is what `npm run build` leaves; only .gitkeep before the first build.
//
//go:embed all:dist
var built embed.FS

const notBuilt = "The web admin is not part of this binary: run `npm ci && npm run build` in admin-ui, then build the server again.\n"

// policy lets the admin load its own files only. Styles may be inline because the
// component library writes its theme into a style element; scripts may not.
// Previews need blob: (images and PDFs fetched with the bearer).
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self' ws: wss:; " +
	"frame-src 'self' blob:; object-src 'self' blob:; manifest-src 'self'; worker-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Handler serves the built admin.
func Handler() http.Handler {
	files, err := fs.Sub(built, "dist")
	if err != nil { // "dist" is a valid path, so never
		panic(err)
	}
	return handler(files)
}

// handler serves files under their own path and index.html for every other path,
// because the routes below / live in the browser.
func handler(files fs.FS) http.Handler {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return http.HandlerFunc(sayNotBuilt)
	}
	static := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protect(w.Header())
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "The admin is only read.", http.StatusMethodNotAllowed)
		case isFile(files, name):
			w.Header().Set("Cache-Control", cacheFor(name))
			static.ServeHTTP(w, r)
		case strings.HasPrefix(name, "assets/"): // a chunk of an older build: no page in its place
			http.NotFound(w, r)
		default:
			sayIndex(w, index)
		}
	})
}

func sayIndex(w http.ResponseWriter, index []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", cacheFor("index.html"))
	_, _ = w.Write(index) // the client is gone: nobody left to tell
}

func sayNotBuilt(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, strings.TrimSpace(notBuilt), http.StatusServiceUnavailable)
}

// isFile says whether name is a file of its own; index.html answers as a page.
func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && !info.IsDir() && name != "index.html" && !strings.HasPrefix(name, ".")
}

// cacheFor keeps hashed assets for a year; anything else is asked for again.
func cacheFor(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
