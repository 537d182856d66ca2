package server

import (
	"encoding/json"
	"net/http"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/models"
)

// upload is the resumable door: PUT sends bytes from the header Upload-Offset on (0 when absent), HEAD and GET tell the offset
// to go on from. After an interruption the sender asks and goes on; whole parts are never sent twice.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPut {
		session, err := s.acts.Session(r.Context(), r.PathValue("uploadId"))
		tellOffset(w, r, session, err)
		return
	}
	offset, err := uploadOffset(r)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	session, err := s.acts.ReceivePart(r.Context(), r.PathValue("uploadId"), offset, r.Body)
	tellOffset(w, r, session, err)
}

func uploadOffset(r *http.Request) (int64, error) {
	header := r.Header.Get("Upload-Offset")
	if header == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(header, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.Invalid("Upload-Offset", "%q is no offset: a number of bytes from 0 up.", header)
	}
	return n, nil
}

func tellOffset(w http.ResponseWriter, r *http.Request, u *models.PendingUpload, err error) {
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
