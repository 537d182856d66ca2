// Package resolvers translates between the GraphQL schema and the services: who asks, may they, one service call,
// return. One file per schema file. It decides nothing and writes no SQL.
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
	// SignContent signs a link to a version's content that works for a few minutes.
	SignContent func(versionID string) string
	Info        Info
	// BatchWait is how long no further key must come before a loader reads; 0 means the default. Tests that count
	// statements wait longer, so that a busy machine splits no batch.
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
