package server

import (
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"vitrine/internal/fault"
)

// Media types of answers.
const (
	mediaJSON     = "application/json"
	mediaResponse = "application/graphql-response+json"
	mediaEvents   = "text/event-stream"
	mediaForm     = "multipart/form-data"
)

// plain is the transport of queries and mutations over plain HTTP, as GraphQL over HTTP specifies. It is the last
// transport and refuses what none accepts.
type plain struct{ maxBody int64 }

var _ graphql.Transport = plain{}

// Supports returns true: every request that no other transport supports is handled here.
func (plain) Supports(*http.Request) bool { return true }

// Do answers one request.
func (p plain) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	media, err := accepted(r.Header)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	params, err := p.params(w, r)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	answer(w, r, exec, params, media)
}

func (p plain) params(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, error) {
	switch r.Method {
	case http.MethodGet:
		return queryParams(r.URL.RawQuery)
	case http.MethodPost:
		return jsonParams(w, r, p.maxBody)
	}
	return nil, notAllowed("GET, POST", "Send GraphQL requests by POST, or queries by GET.")
}

// jsonParams reads a JSON body.
func jsonParams(w http.ResponseWriter, r *http.Request, limit int64) (*graphql.RawParams, error) {
	media, with, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != mediaJSON || with["charset"] != "" && !strings.EqualFold(with["charset"], "utf-8") {
		return nil, &refusal{http.StatusUnsupportedMediaType, "", fault.Invalid("", "The Content-Type must be application/json in UTF-8, or multipart/form-data with files.").
			Try("Send Content-Type: application/json.")}
	}
	body, err := readBody(w, r, limit)
	if err != nil {
		return nil, err
	}
	return parse(body)
}

// queryParams reads the parameters of a GET request.
func queryParams(raw string) (*graphql.RawParams, error) {
	q, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fault.Invalid("", "The query string of the request is not valid.").Because(err)
	}
	var p parameters
	if q.Has("query") {
		p.Query = ptr(q.Get("query"))
	}
	p.OperationName = ptr(q.Get("operationName"))
	for name, into := range map[string]*map[string]any{"variables": &p.Variables, "extensions": &p.Extensions} {
		if text := q.Get(name); text != "" && decode([]byte(text), into) != nil {
			return nil, fault.Invalid(name, "The parameter %s is not a JSON object.", name)
		}
	}
	return p.raw()
}

// answer runs one operation and writes its response.
func answer(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor, params *graphql.RawParams, media string) {
	params.Headers = r.Header
	oc, errs := exec.CreateOperationContext(r.Context(), params)
	ctx := graphql.WithOperationContext(r.Context(), oc)
	if errs != nil {
		status := http.StatusOK
		if media == mediaResponse {
			status = http.StatusBadRequest
		}
		write(w, media, status, encodeErrors(exec.DispatchError(ctx, errs)))
		return
	}
	if err := allowed(r.Method, oc.Operation.Operation); err != nil {
		writeFault(w, r, err)
		return
	}
	responses, ctx := exec.DispatchOperation(ctx, oc)
	if response := responses(ctx); response != nil { // nil: the caller has disconnected
		write(w, media, http.StatusOK, encode(response))
	}
}

// allowed refuses changes over GET, which other sites can make a browser send, and subscriptions over plain HTTP.
func allowed(method string, operation ast.Operation) error {
	switch {
	case operation == ast.Subscription:
		return fault.Invalid("query", "A subscription needs a stream.").
			Try("Subscribe over WebSocket (graphql-transport-ws), or by POST with Accept: text/event-stream.")
	case method == http.MethodGet && operation != ast.Query:
		return notAllowed(http.MethodPost, "Only queries may be sent by GET.")
	}
	return nil
}

// accepted returns the media type of the answer: the first one in the Accept header that this server supports.
func accepted(h http.Header) (string, error) {
	accept := strings.Join(h.Values("Accept"), ",")
	if strings.TrimSpace(accept) == "" {
		return mediaJSON, nil
	}
	for part := range strings.SplitSeq(accept, ",") {
		media, with, _ := mime.ParseMediaType(strings.TrimSpace(part))
		if strings.Trim(with["q"], "0.") == "" && with["q"] != "" {
			continue // q=0: not acceptable
		}
		switch media {
		case "*/*", "application/*", mediaJSON:
			return mediaJSON, nil
		case mediaResponse:
			return mediaResponse, nil
		}
	}
	return "", &refusal{http.StatusNotAcceptable, "", fault.Invalid("", "The Accept header must include %s or %s.", mediaJSON, mediaResponse)}
}

func notAllowed(methods, message string) error {
	return &refusal{http.StatusMethodNotAllowed, methods, fault.Invalid("", "%s", message)}
}

func ptr[T any](v T) *T { return &v }
