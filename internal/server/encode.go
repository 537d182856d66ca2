package server

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// encode writes a response as JSON. The data is already JSON and is copied unchanged: encoding it again would cost as
// much as resolving it.
func encode(r *graphql.Response) []byte {
	b := append(make([]byte, 0, len(r.Data)+64), '{')
	b = appendErrors(b, r.Errors)
	b = append(b, `"data":`...)
	if len(r.Data) == 0 {
		b = append(b, "null"...)
	}
	b = append(b, r.Data...)
	return append(appendExtensions(b, r.Extensions), '}')
}

// encodeErrors writes the answer to an operation that did not run: it has no data entry.
func encodeErrors(r *graphql.Response) []byte {
	b := append(make([]byte, 0, 256), `{"errors":`...)
	return append(appendExtensions(append(b, errorList(r.Errors)...), r.Extensions), '}')
}

func appendErrors(b []byte, errs gqlerror.List) []byte {
	if len(errs) == 0 {
		return b
	}
	b = append(b, `"errors":`...)
	return append(append(b, errorList(errs)...), ',')
}

func appendExtensions(b []byte, extensions map[string]any) []byte {
	if len(extensions) == 0 {
		return b
	}
	text, err := json.Marshal(extensions)
	if err != nil {
		return b
	}
	return append(append(b, `,"extensions":`...), text...)
}

func errorList(errs gqlerror.List) []byte {
	text, err := json.Marshal(errs)
	if err != nil { // details that JSON cannot encode: a programming error; the caller still gets the message
		text, _ = json.Marshal(gqlerror.List{{Message: errs[0].Message}})
	}
	return text
}

// write sends a complete answer.
func write(w http.ResponseWriter, media string, status int, body []byte) {
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only when the caller has disconnected
}
