// Package client is the GraphQL client of the commands: one operation, one field of the answer, every error a fault. It
// knows no operations; metasync/remote and observer have their own.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"vitrine/internal/fault"
)

// maxAnswer limits how much of an answer is read, in bytes.
const maxAnswer = 64 << 20

// Client is the client of one server.
type Client struct {
	URL  string // of the server, with or without /graphql
	Key  string // API key
	HTTP *http.Client
}

// answer is a GraphQL response.
type answer struct {
	Data   map[string]json.RawMessage `json:"data"`
	Errors []struct {
		Message    string                     `json:"message"`
		Extensions map[string]json.RawMessage `json:"extensions"`
	} `json:"errors"`
}

// Ask runs one operation and decodes its one field into a value. Its error is a fault: UNAVAILABLE when the server
// cannot be reached, else the server's error, with the other extensions as details (json.RawMessage).
func (c *Client) Ask(ctx context.Context, query string, variables map[string]any, field string, into any) error {
	endpoint, err := c.endpoint()
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/graphql-response+json, application/json")
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return fault.Unavailable("server at "+endpoint, err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	return answered(res, field, into)
}

func (c *Client) endpoint() (string, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fault.Invalid("url", "%q is not the URL of a server.", c.URL).Try("Set --url or VITRINE_URL, such as http://localhost:8080.")
	}
	u.Path = strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/graphql") + "/graphql"
	return u.String(), nil
}

func answered(res *http.Response, field string, into any) error {
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fault.Unavailable("server", err)
	}
	var a answer
	err = json.Unmarshal(body, &a)
	if err == nil && len(a.Errors) == 0 {
		err = json.Unmarshal(a.Data[field], into)
	}
	if err != nil {
		return fault.Unavailable("server", errors.Join(err, fmt.Errorf("status %s", res.Status))).
			Try("Check the URL: it is not that of a Vitrine server (" + res.Status + ").")
	}
	if len(a.Errors) == 0 {
		return nil
	}
	return refused(a.Errors[0].Message, a.Errors[0].Extensions)
}

// refused converts an error of the API to a fault.
func refused(message string, extensions map[string]json.RawMessage) error {
	f := fault.New(fault.CodeInternal, "%s", plain(message))
	for name, value := range extensions {
		var err error
		switch name {
		case "code":
			err = json.Unmarshal(value, &f.Code)
		case "field":
			err = json.Unmarshal(value, &f.Field)
		case "remedies":
			err = json.Unmarshal(value, &f.Remedies)
			for i, remedy := range f.Remedies {
				f.Remedies[i] = plain(remedy)
			}
		default:
			_ = f.With(name, value)
		}
		if err != nil { // of another shape than ours: kept as a detail
			_ = f.With(name, value)
		}
	}
	return f
}

// plain replaces control characters, so that text of the server cannot control a terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
