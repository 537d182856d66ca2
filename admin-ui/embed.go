// Package adminui embeds the built web admin and serves it.
// It does not know the API: the admin is a client of /graphql like any other.
// internal/server mounts Handler for every path that no other route matches.
package adminui

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// built holds the output of `npm run build`; before the first build, only .gitkeep.
//
//go:embed all:dist
var built embed.FS

const notBuilt = "This binary was built without the web admin. Run `npm ci && npm run build` in admin-ui, then build the server again.\n"

// policy allows the admin to load only its own files. Inline styles are allowed because the
// component library writes its theme into a style element; inline scripts are not.
// Previews of images and PDFs use blob: URLs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self' ws: wss:; " +
	"frame-src 'self' blob:; object-src 'self' blob:; manifest-src 'self'; worker-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Handler serves the built admin.
func Handler() http.Handler {
	files, err := fs.Sub(built, "dist")
	if err != nil { // unreachable: "dist" is a valid path
		panic(err)
	}
	return handler(files)
}

// handler serves each file at its path and index.html for every other path,
// because the browser handles the routes of the admin.
func handler(files fs.FS) http.Handler {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return http.HandlerFunc(writeNotBuilt)
	}
	static := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setSecurityHeaders(w.Header())
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Only GET and HEAD are allowed.", http.StatusMethodNotAllowed)
		case isFile(files, name):
			w.Header().Set("Cache-Control", cacheFor(name))
			static.ServeHTTP(w, r)
		case strings.HasPrefix(name, "assets/"): // a chunk of an older build must not get a page
			http.NotFound(w, r)
		default:
			writeIndex(w, index)
		}
	})
}

func writeIndex(w http.ResponseWriter, index []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", cacheFor("index.html"))
	_, _ = w.Write(index) // fails only when the client has disconnected
}

func writeNotBuilt(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, strings.TrimSpace(notBuilt), http.StatusServiceUnavailable)
}

// isFile reports whether name is a file to serve as it is. index.html is served as a page instead.
func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && !info.IsDir() && name != "index.html" && !strings.HasPrefix(name, ".")
}

// cacheFor returns the Cache-Control header: hashed assets are kept for a year, other files are revalidated.
func cacheFor(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
