// Package resolvers translates between the GraphQL schema and the services: who asks, may they, one service call, return. One
// file per schema file. It decides nothing and writes no SQL but the lists of nouns.
package resolvers

import (
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/live"
	"vitrine/internal/metasync/push"
	"vitrine/internal/turn"
)

// Resolver is the root of all resolvers: the services, wired once.
type Resolver struct {
	Acts     *turn.Acts
	Projects *catalog.Projects
	Keys     *auth.Keys
	Metadata *push.Service
	Hub      *live.Hub[*turn.Update]
	// SignContent signs a link to a version's content that works for a few minutes.
	SignContent func(versionID string) string
	Info        Info
	// BatchWait is how long no further key must come before a loader reads; 0 means the default. Tests that count statements
	// wait longer, so that a busy machine splits no batch.
	BatchWait time.Duration
}

// Info is what serverInfo tells.
type Info struct {
	Version         string
	PrivateDatabase bool
	PrivateStore    bool
	MaxUploadBytes  int64
	InlineCapBytes  int64
}
