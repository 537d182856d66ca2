package remote

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

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 20

// Client asks one server.
type Client struct {
	URL  string // of the server, with or without /graphql
	Key  string // API key
	HTTP *http.Client
}

// Input is what applyMetadata takes.
type Input struct {
	Records          []json.RawMessage `json:"records"`
	ExpectedRevision *int64            `json:"expectedRevision,omitempty"`
	DryRun           bool              `json:"dryRun"`
	Force            bool              `json:"force"`
	Source           string            `json:"source"`
	Prune            bool              `json:"prune"`
	PruneLimit       int               `json:"pruneLimit"`
}

const applyMetadata = `mutation ApplyMetadata($input: ApplyMetadataInput!) {
  applyMetadata(input: $input) {
    applied
    revision
    plan {
      creates { ...change } updates { ...change } deletes { ...change } unchanged { collection name id at }
      conflicts { collection name at field pushed present wanted changedBy changedAt }
    }
  }
}
fragment change on MetadataChange { collection name id at fields { field before after } }`

const exportMetadata = `query ExportMetadata { exportMetadata }`

// answer is a GraphQL response.
type answer struct {
	Data   map[string]json.RawMessage `json:"data"`
	Errors []struct {
		Message    string `json:"message"`
		Extensions struct {
			Code     fault.Code        `json:"code"`
			Remedies []string          `json:"remedies"`
			Problems metasync.Problems `json:"problems"`
		} `json:"extensions"`
	} `json:"errors"`
}

// Apply sends one push. Its error is a fault; UNAVAILABLE when the server cannot be reached.
func (c *Client) Apply(ctx context.Context, in Input) (*Result, error) {
	var result Result
	err := c.ask(ctx, applyMetadata, map[string]any{"input": in}, "applyMetadata", &result)
	return &result, err
}

// Export asks for every record of the server. Its error is as Apply's.
func (c *Client) Export(ctx context.Context) (records []models.JSON, err error) {
	err = c.ask(ctx, exportMetadata, map[string]any{}, "exportMetadata", &records)
	return records, err
}

// ask runs one operation and reads its one field.
func (c *Client) ask(ctx context.Context, query string, variables map[string]any, field string, into any) error {
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
		return "", fault.Invalid("url", "%q is no address of a server.", c.URL).Try("Give --url or VITRINE_URL, such as http://localhost:8080.")
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
			Try("Check the address: what answers there is no Vitrine server (" + res.Status + ").")
	}
	if len(a.Errors) == 0 {
		return nil
	}
	first := a.Errors[0]
	f := fault.New(first.Extensions.Code, "%s", first.Message).Try(first.Extensions.Remedies...)
	return f.With("problems", first.Extensions.Problems)
}
