package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"vitrine/internal/fault"
	"vitrine/storage"
)

// parameters are the parameters of a GraphQL request over HTTP, whatever the transport.
type parameters struct {
	Query         *string        `json:"query"`
	OperationName *string        `json:"operationName"`
	Variables     map[string]any `json:"variables"`
	Extensions    map[string]any `json:"extensions"`
}

// readBody reads a body of at most limit bytes.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	return body, bodyFault(err, limit)
}

// parse reads the parameters of one operation from JSON text. Errors name the parameter and never repeat the text.
func parse(text []byte) (*graphql.RawParams, error) {
	if !utf8.Valid(text) {
		return nil, fault.Invalid("", "The request is not valid UTF-8.")
	}
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '[' {
		return nil, fault.Invalid("", "The request is an array of operations; only one operation is accepted.").Try("Send the operations one by one.")
	}
	var p parameters
	if err := decode(text, &p); err != nil {
		return nil, parameterFault(err)
	}
	return p.raw()
}

func (p *parameters) raw() (*graphql.RawParams, error) {
	if p.Query == nil && p.Extensions["persistedQuery"] == nil {
		return nil, fault.Invalid("query", "The request has no query.").Try(`Send {"query": …, "variables": …}.`)
	}
	out := &graphql.RawParams{Variables: p.Variables, Extensions: p.Extensions}
	if p.Query != nil {
		out.Query = *p.Query
	}
	if p.OperationName != nil {
		out.OperationName = *p.OperationName
	}
	return out, nil
}

// decode reads one JSON value and nothing after it; numbers stay json.Number.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("data after the JSON value")
	}
	return nil
}

func parameterFault(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fault.Invalid(kind.Field, "The parameter %s has the wrong JSON type %s.", kind.Field, kind.Value)
	}
	return fault.Invalid("", `The request body is not a JSON object of the form {"query": …, "variables": …}, or it is nested too deeply.`).Because(err)
}

// bodyFault returns the fault for a body that could not be read; nil when err is nil.
func bodyFault(err error, limit int64) error {
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return fault.TooLarge("", "The request is larger than the limit of %d bytes.", limit).With("maxBytes", limit).
			Try("Send less at once.", storage.UseStartUpload)
	}
	return fault.Invalid("", "The request ended before its body was complete.").Because(err).Try("Send it again.")
}
