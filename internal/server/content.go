package server

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

// sandbox is the policy that keeps content from running in the admin's origin.
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'"

// content serves a version's bytes to a caller with an API key or a signed link. It streams, answers range and
// conditional requests, and does not reveal where the bytes are stored.
func (s *Server) content(w http.ResponseWriter, r *http.Request) {
	v, err := s.served(r)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	o, err := s.artifacts.Open(r.Context(), v.SHA256)
	if fault.Is(err, fault.CodeNotFound) {
		err = fault.Unavailable("object store", fmt.Errorf("the bytes of version %s are missing: %w", v.ID, err))
	}
	if err != nil {
		writeFault(w, r, err)
		return
	}
	defer func() { _ = o.Close() }()
	contentHeaders(w.Header(), v)
	if strings.Count(r.Header.Get("Range"), ",") > 0 {
		r.Header.Del("Range") // several ranges at once: the whole content, in bounded work
	}
	http.ServeContent(w, r, "", v.CreatedAt, o)
}

func (s *Server) served(r *http.Request) (*models.ConversationArtifactVersion, error) {
	id := r.PathValue("versionId")
	if auth.Who(r.Context()) == nil && r.URL.Query().Has("signature") {
		if !s.links.Valid(id, r.URL.Query()) {
			return nil, fault.Forbidden("This link is invalid or has expired.").Try("Query contentUrl again; a link is valid for five minutes.")
		}
		return s.artifacts.Version(r.Context(), id)
	}
	v, _, err := s.artifacts.ReadableVersion(r.Context(), id)
	return v, err
}

func contentHeaders(h http.Header, v *models.ConversationArtifactVersion) {
	h.Set("ETag", `"`+v.SHA256+`"`)
	h.Set("Content-Type", servedType(v))
	h.Set("Content-Disposition", disposition(v))
	h.Set("Content-Security-Policy", sandbox)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "private, max-age=0, must-revalidate")
}

// shownInline are the types that browsers show without running anything; everything else is a download.
var shownInline = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "audio/", "video/", "text/plain"}

// servedType returns the media type of the bytes, whatever type was declared: text that a browser could run is served
// as plain text, unless it is downloaded under its own type.
func servedType(v *models.ConversationArtifactVersion) string {
	detected := v.DetectedMIMEType
	if strings.HasPrefix(detected, "image/") && detected != "image/svg+xml" || strings.HasPrefix(detected, "audio/") || strings.HasPrefix(detected, "video/") {
		return detected
	}
	if strings.HasPrefix(v.MIMEType, "text/") && !runnable(v.MIMEType) && !runnable(detected) {
		return "text/plain; charset=utf-8"
	}
	if v.MIMEType == "" {
		return "application/octet-stream"
	}
	return v.MIMEType
}

func runnable(mime string) bool {
	return strings.Contains(mime, "html") || strings.Contains(mime, "xml") || strings.Contains(mime, "svg") || strings.Contains(mime, "javascript")
}

func disposition(v *models.ConversationArtifactVersion) string {
	kind := "attachment"
	for _, prefix := range shownInline {
		if strings.HasPrefix(servedType(v), prefix) {
			kind = "inline"
		}
	}
	name := v.FileName
	if name == "" {
		name = "content"
	}
	if d := mime.FormatMediaType(kind, map[string]string{"filename": asciiOnly(name)}); d != "" && asciiOnly(name) == name {
		return d
	}
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, strings.ReplaceAll(asciiOnly(name), `"`, "_"), url.PathEscape(name))
}

func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || unicode.IsControl(r) || r == '\\' {
			return '_'
		}
		return r
	}, s)
}
