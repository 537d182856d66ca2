package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// healthz reports that the process runs.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
}

// readyz reports whether requests can be served: database and store answer, and the server is not draining.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	parts := map[string]string{"database": state(s.ping(ctx)), "store": state(s.store.Ping(ctx)), "server": "ok"}
	if s.draining.Load() {
		parts["server"] = "draining"
	}
	status := http.StatusOK
	for _, p := range parts {
		if p != "ok" {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(parts)
}

func state(err error) string {
	if err != nil {
		return "unreachable"
	}
	return "ok"
}
