package server_test

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

// stored uploads a file to a new conversation and returns the version's id.
func (s *site) stored(key string, f file) string {
	s.Helper()
	a := s.upload(key, vars{"conversationId": s.conversation(key)}, f)
	require.Empty(s, a.Errors)
	return a.get("uploadArtifact", "version", "id")
}

func TestContent(t *testing.T) {
	s := newSite(t)
	content := []byte(strings.Repeat("0123456789", 500)) // large enough for the store
	id := s.stored(s.admin, file{"digits.txt", "text/plain", content})
	path := "/v1/content/" + id
	get := func(method string, headers map[string]string) answer {
		return s.send(method, path, s.admin, nil, headers)
	}
	whole := get(http.MethodGet, nil)
	etag := whole.Header.Get("ETag")

	t.Run("whole", func(t *testing.T) {
		require.Equal(t, http.StatusOK, whole.Status)
		require.Equal(t, string(content), whole.Body)
		require.Equal(t, strconv.Itoa(len(content)), whole.Header.Get("Content-Length"))
		require.Equal(t, "nosniff", whole.Header.Get("X-Content-Type-Options"))
		require.Contains(t, whole.Header.Get("Content-Security-Policy"), "sandbox")
		require.Equal(t, "no-referrer", whole.Header.Get("Referrer-Policy"))
		require.Contains(t, whole.Header.Get("Cache-Control"), "private")
	})
	for name, c := range map[string]struct {
		method  string
		headers map[string]string
		status  int
		body    string
	}{
		"a range":                              {"GET", map[string]string{"Range": "bytes=5-9"}, 206, "56789"},
		"the last bytes":                       {"GET", map[string]string{"Range": "bytes=-3"}, 206, "789"},
		"a range that ends past the end":       {"GET", map[string]string{"Range": "bytes=4995-9999"}, 206, "56789"},
		"a range past the end":                 {"GET", map[string]string{"Range": "bytes=5000-"}, 416, ""},
		"a range backwards":                    {"GET", map[string]string{"Range": "bytes=9-5"}, 416, ""},
		"a range of something else":            {"GET", map[string]string{"Range": "lines=1-2"}, 416, ""},
		"many ranges return everything":        {"GET", map[string]string{"Range": "bytes=" + strings.Repeat("0-1,", 5000) + "0-1"}, 200, string(content)},
		"overlapping ranges return everything": {"GET", map[string]string{"Range": "bytes=0-10,5-20"}, 200, string(content)},
		"the tag that the client has":          {"GET", map[string]string{"If-None-Match": etag}, 304, ""},
		"any tag":                              {"GET", map[string]string{"If-None-Match": "*"}, 304, ""},
		"another tag":                          {"GET", map[string]string{"If-None-Match": `"x"`}, 200, string(content)},
		"a range with another version's tag":   {"GET", map[string]string{"Range": "bytes=5-9", "If-Range": `"x"`}, 200, string(content)},
		"a range with this version's tag":      {"GET", map[string]string{"Range": "bytes=5-9", "If-Range": etag}, 206, "56789"},
		"If-Match with another tag":            {"GET", map[string]string{"If-Match": `"x"`}, 412, ""},
		"head":                                 {"HEAD", nil, 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := get(c.method, c.headers)
			require.Equal(t, c.status, a.Status)
			if c.status != http.StatusRequestedRangeNotSatisfiable {
				require.Equal(t, c.body, a.Body)
			}
		})
	}
	t.Run("a caller without access gets the answer for an unknown id", func(t *testing.T) {
		require.Equal(t, http.StatusNotFound, s.send("GET", "/v1/content/x", s.admin, nil, nil).Status)
		require.Equal(t, http.StatusNotFound, s.send("GET", "/v1/content/"+models.NewID(), s.admin, nil, nil).Status)
		require.Equal(t, http.StatusUnauthorized, s.send("GET", path, "", nil, nil).Status)
		require.Equal(t, http.StatusNotFound, s.send("GET", path, s.key(models.RoleUser, "ben"), nil, nil).Status)
		require.Equal(t, http.StatusForbidden, s.send("GET", path, s.key(models.RoleViewer, "wally"), nil, nil).Status)
	})
	t.Run("missing bytes are unavailable, and the version is still listed", func(t *testing.T) {
		var key string
		require.NoError(t, s.db.From(t.Context()).Raw("SELECT object_key FROM blobs WHERE sha256 = ?", strings.Trim(etag, `"`)).Scan(&key).Error)
		require.NoError(t, s.store.Delete(context.Background(), key))
		a := get(http.MethodGet, nil)
		require.Equal(t, http.StatusServiceUnavailable, a.Status)
		require.NotContains(t, a.Body, key)
		s.must(s.admin, `query($id: ID!) { conversationArtifactVersion(id: $id) { fileName sizeBytes } }`, vars{"id": id})
	})
}

func TestSignedLinks(t *testing.T) {
	s := newSite(t)
	id := s.stored(s.admin, file{"a.txt", "text/plain", []byte("hello")})
	link := s.must(s.admin, `query($id: ID!) { conversationArtifactVersion(id: $id) { contentUrl } }`, vars{"id": id}).get("conversationArtifactVersion", "contentUrl")
	u, err := url.Parse(link)
	require.NoError(t, err)
	get := func(change func(url.Values)) answer {
		q := u.Query()
		change(q)
		return s.send(http.MethodGet, u.Path+"?"+q.Encode(), "", nil, nil)
	}
	require.Equal(t, "hello", get(func(url.Values) {}).Body, "it works without a key")
	later := strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10)
	for name, change := range map[string]func(url.Values){
		"a later expiry":        func(q url.Values) { q.Set("until", later) },
		"an earlier expiry":     func(q url.Values) { q.Set("until", "1") },
		"no expiry":             func(q url.Values) { q.Del("until") },
		"a broken signature":    func(q url.Values) { q.Set("signature", "x"+q.Get("signature")[1:]) },
		"an empty signature":    func(q url.Values) { q.Set("signature", "") },
		"an expiry with a plus": func(q url.Values) { q.Set("until", "+"+q.Get("until")) },
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			a := get(change)
			require.Equal(t, http.StatusForbidden, a.Status, a.Body)
		})
	}
	t.Run("a link for another version is refused", func(t *testing.T) {
		other := s.stored(s.admin, file{"b.txt", "text/plain", []byte("other")})
		a := s.send(http.MethodGet, "/v1/content/"+other+"?"+u.RawQuery, "", nil, nil)
		require.Equal(t, http.StatusForbidden, a.Status)
	})
	t.Run("a link of a deleted version is 404", func(t *testing.T) {
		require.NoError(t, s.db.From(t.Context()).Exec("DELETE FROM conversations").Error)
		require.Equal(t, http.StatusNotFound, get(func(url.Values) {}).Status)
	})
}

func TestServedContentCannotRun(t *testing.T) {
	s := newSite(t)
	for name, f := range map[string]file{
		"svg":             {"x.svg", "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)},
		"html":            {"x.html", "text/html", []byte("<!doctype html><script>alert(1)</script>")},
		"html named text": {"x.txt", "text/plain", []byte("<!doctype html><script>alert(1)</script>")},
		"xml":             {"x.xml", "application/xml", []byte(`<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>1</script></x>`)},
		"text/xml":        {"x.xml", "text/xml", []byte(`<?xml version="1.0"?><x/>`)},
		"xhtml":           {"x.xhtml", "text/xhtml", []byte(`<html xmlns="http://www.w3.org/1999/xhtml"/>`)},
		"javascript":      {"x.js", "text/javascript", []byte("alert(1)")},
		"pdf":             {"x.pdf", "application/pdf", []byte("%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF")},
		"pdf named text":  {"x.txt", "text/plain", []byte("%PDF-1.7\n%%EOF")},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.upload(s.admin, vars{"conversationId": s.conversation(s.admin)}, f)
			if a.code() != "" {
				require.Contains(t, []string{"UNSUPPORTED_TYPE", "INVALID"}, a.code(), "refused by the upload")
				return
			}
			served := s.send(http.MethodGet, "/v1/content/"+a.get("uploadArtifact", "version", "id"), s.admin, nil, nil)
			require.Equal(t, http.StatusOK, served.Status)
			require.Equal(t, "nosniff", served.Header.Get("X-Content-Type-Options"))
			require.Contains(t, served.Header.Get("Content-Security-Policy"), "sandbox;")
			kind, _, err := mime.ParseMediaType(served.Header.Get("Content-Disposition"))
			require.NoError(t, err)
			if kind == "inline" {
				require.Regexp(t, "^text/plain(;|$)", served.Header.Get("Content-Type"), "shown as text only")
			}
		})
	}
}

func TestNamesInHeaders(t *testing.T) {
	s := newSite(t)
	for i, name := range []string{
		"plain.txt", "two words.txt", "a\r\nSet-Cookie: x=1.txt", `quo"te.txt`, `back\slash.txt`, "日本語.txt", "naïve café.txt", "semi;colon.txt", "a%41b.txt",
		strings.Repeat("long", 200) + ".txt", "\u202Egpj.txt", "..", "../../etc/passwd", "C:\\windows\\x.txt", "con.txt", "x\u0000y.txt", "emoji 🎉.txt", "trailing. ", "  ",
	} {
		a := s.upload(s.admin, vars{"conversationId": s.conversation(s.admin), "fileName": name}, file{"x.txt", "text/plain", bytes.Repeat([]byte("x"), i+1)})
		require.NotEqual(t, "INTERNAL", a.code(), "%q", name)
		if a.code() != "" {
			continue
		}
		served := s.send(http.MethodGet, "/v1/content/"+a.get("uploadArtifact", "version", "id"), s.admin, nil, nil)
		require.Equal(t, http.StatusOK, served.Status, "%q", name)
		require.Empty(t, served.Header.Get("Set-Cookie"))
		kind, with, err := mime.ParseMediaType(served.Header.Get("Content-Disposition"))
		require.NoError(t, err, "%q: %q", name, served.Header.Get("Content-Disposition"))
		require.Equal(t, "inline", kind)
		require.NotEmpty(t, with["filename"])
		require.NotContains(t, served.Header.Get("Content-Disposition"), "\n")
		if kept := a.get("uploadArtifact", "version", "fileName"); !strings.ContainsAny(kept, "\r\n\x00\\") {
			require.Equal(t, kept, with["filename"], "the stored name is the one offered")
		}
	}
}
