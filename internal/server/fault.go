package server

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"vitrine/internal/audit"
	"vitrine/internal/fault"
)

var statuses = map[fault.Code]int{
	fault.CodeInvalid: http.StatusBadRequest, fault.CodeNotFound: http.StatusNotFound, fault.CodeConflict: http.StatusConflict,
	fault.CodeForbidden: http.StatusForbidden, fault.CodeUnauthenticated: http.StatusUnauthorized,
	fault.CodeUnsupportedType: http.StatusUnsupportedMediaType, fault.CodeTooLarge: http.StatusRequestEntityTooLarge,
	fault.CodeRateLimited: http.StatusTooManyRequests, fault.CodeUnavailable: http.StatusServiceUnavailable,
}

// retryAfter is the detail of a fault that holds the seconds to wait before trying again; it becomes the header
// Retry-After.
const retryAfter = "retryAfterSeconds"

// refusal is a fault of the HTTP request itself, with its own status.
type refusal struct {
	status int
	allow  string // the methods of a 405
	fault  *fault.Fault
}

// Error returns the fault's message, which is safe to show.
func (r *refusal) Error() string { return r.fault.Message }

// Unwrap returns the fault.
func (r *refusal) Unwrap() error { return r.fault }

// writeFault answers a request with a fault in the shape of a GraphQL error, so that clients parse one shape
// everywhere.
func writeFault(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.As(err)
	if f == nil {
		slog.ErrorContext(r.Context(), "request failed", "error", err, "request", audit.RequestID(r.Context()), "path", r.URL.Path)
		f = fault.New(fault.CodeInternal, "Something went wrong on the server; its log has the details.")
	}
	status, ok := statuses[f.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	var refused *refusal
	if errors.As(err, &refused) {
		status = refused.status
		if refused.allow != "" {
			w.Header().Set("Allow", refused.allow)
		}
	}
	extensions := map[string]any{"code": f.Code}
	for k, v := range f.Details {
		extensions[k] = v
	}
	if f.Field != "" {
		extensions["field"] = f.Field
	}
	if len(f.Remedies) > 0 {
		extensions["remedies"] = f.Remedies
	}
	w.Header().Set("Content-Type", "application/json")
	if f.Code == fault.CodeUnauthenticated {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if seconds, ok := f.Details[retryAfter].(int); ok {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"errors": []any{map[string]any{"message": f.Message, "extensions": extensions}}})
}

// otherMethod answers requests with a method that no route of the path accepts.
func otherMethod(allow string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeFault(w, r, notAllowed(allow, "The method "+short(r.Method)+" is not allowed here; use "+allow+"."))
	})
}

// nothingHere answers unknown paths below /v1, where a client would mistake a page of the admin for an answer.
func nothingHere(w http.ResponseWriter, r *http.Request) {
	writeFault(w, r, fault.New(fault.CodeNotFound, "There is nothing at this address.").
		Try("Files are at /v1/content/{versionId}, uploads at /v1/uploads/{uploadId}, everything else at /graphql."))
}

func short(method string) string { return method[:min(len(method), 20)] }
