package remote

import (
	"context"
	"encoding/json"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// Client is the client of one server.
type Client = client.Client

// Input is the input of applyMetadata.
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

// apply sends one push. Its error is a fault; UNAVAILABLE when the server cannot be reached.
func apply(ctx context.Context, c *Client, in Input) (*Result, error) {
	var result Result
	err := c.Ask(ctx, applyMetadata, map[string]any{"input": in}, "applyMetadata", &result)
	return &result, withProblems(err)
}

// export queries every record of the server. Its error is as that of apply.
func export(ctx context.Context, c *Client) (records []models.JSON, err error) {
	err = c.Ask(ctx, exportMetadata, map[string]any{}, "exportMetadata", &records)
	return records, err
}

// withProblems decodes the problems in the details of a fault.
func withProblems(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	raw, _ := f.Details["problems"].(json.RawMessage)
	var problems metasync.Problems
	if json.Unmarshal(raw, &problems) == nil {
		_ = f.With("problems", problems)
	}
	return err
}
