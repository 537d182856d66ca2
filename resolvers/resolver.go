// Package resolvers translates between the GraphQL schema and the services: each resolver checks the caller, calls one
// service and returns. There is one file per schema file. It decides nothing and has no SQL.
package resolvers

import (
	"time"

	"vitrine/internal/live"
	"vitrine/internal/metasync/push"
	"vitrine/internal/services"
	"vitrine/internal/subscription"
)

// Resolver is the root of all resolvers: the services, wired once.
type Resolver struct {
	Acts     services.Acts
	Stores   services.Stores
	Metadata *push.Service
	Hub      *live.Hub[*subscription.Update]
	// SignContent returns a signed link to a version's content, valid for a few minutes.
	SignContent func(versionID string) string
	Info        Info
	// BatchWait is how long no further key must arrive before a loader reads; 0 means the default. Tests that count
	// statements wait longer, so that a busy machine does not split a batch.
	BatchWait time.Duration
}

// Info is what serverInfo returns.
type Info struct {
	Version         string
	PrivateDatabase bool
	PrivateStore    bool
	MaxUploadBytes  int64
	InlineCapBytes  int64
}
