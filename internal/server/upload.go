package server

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/models"
)

// upload handles resumable uploads. PUT writes bytes from the offset in the header Upload-Offset, or in Content-Range
// where that is absent (0 when both are). HEAD and GET return the offset to continue from after an interruption.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPut {
		session, err := s.acts.Intake.Session(r.Context(), r.PathValue("uploadId"))
		writeOffset(w, r, session, err)
		return
	}
	offset, err := s.uploadOffset(r)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	session, err := s.acts.Intake.ReceivePart(r.Context(), r.PathValue("uploadId"), offset, r.Body)
	writeOffset(w, r, session, err)
}

// uploadOffset returns the offset of a request's bytes. Two headers that contradict each other are refused.
func (s *Server) uploadOffset(r *http.Request) (int64, error) {
	given, ranged := r.Header.Get("Upload-Offset"), r.Header.Get("Content-Range")
	offset, err := parseOffset(given)
	if err != nil || ranged == "" {
		return offset, err
	}
	span, err := parseSpan(ranged)
	if err != nil {
		return 0, err
	}
	if given != "" && span.first != offset {
		return 0, span.contradicts("Upload-Offset", offset)
	}
	if r.ContentLength >= 0 && r.ContentLength != span.last-span.first+1 {
		return 0, span.contradicts("Content-Length", r.ContentLength)
	}
	return span.first, s.checkTotal(r, span)
}

// checkTotal compares the total of a range with the announced size, where both are known.
func (s *Server) checkTotal(r *http.Request, span span) error {
	if span.total < 0 {
		return nil
	}
	session, err := s.acts.Intake.Session(r.Context(), r.PathValue("uploadId"))
	if err == nil && session.SizeBytes != nil && *session.SizeBytes != span.total {
		return span.contradicts("the announced sizeBytes", *session.SizeBytes)
	}
	return err
}

// span is a Content-Range: the first and the last byte, and the total size, -1 when unknown.
type span struct {
	header             string
	first, last, total int64
}

var spanForm = regexp.MustCompile(`^bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)$`)

func parseSpan(header string) (span, error) {
	m := spanForm.FindStringSubmatch(header)
	if m == nil {
		return span{}, fault.Invalid("Content-Range", "%q is not a valid range of bytes.", header).
			Try("Send for example bytes 0-8388607/20000000, or * for an unknown size.", "Request the offset by HEAD.")
	}
	s := span{header: header, total: -1}
	s.first, _ = strconv.ParseInt(m[1], 10, 64) // digits, by the expression
	s.last, _ = strconv.ParseInt(m[2], 10, 64)
	if m[3] != "*" {
		s.total, _ = strconv.ParseInt(m[3], 10, 64)
	}
	if s.last < s.first || s.total >= 0 && s.last >= s.total {
		return span{}, fault.Invalid("Content-Range", "%q ends before its start or after its total size.", header)
	}
	return s, nil
}

func (s span) contradicts(what string, says int64) error {
	return fault.Invalid("Content-Range", "Content-Range says %q, but %s is %d.", s.header, what, says).Try("Send Upload-Offset alone.")
}

func parseOffset(header string) (int64, error) {
	if header == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(header, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.Invalid("Upload-Offset", "%q is not an offset: a number of bytes, at least 0.", header)
	}
	return n, nil
}

func writeOffset(w http.ResponseWriter, r *http.Request, u *models.PendingUpload, err error) {
	if u != nil {
		w.Header().Set("Upload-Offset", strconv.FormatInt(u.ReceivedBytes, 10))
		if u.SizeBytes != nil {
			w.Header().Set("Upload-Length", strconv.FormatInt(*u.SizeBytes, 10))
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		writeFault(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"id": u.ID, "receivedBytes": u.ReceivedBytes, "sizeBytes": u.SizeBytes, "state": u.State})
}
