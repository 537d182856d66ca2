package models

import (
	"context"

	"vitrine/internal/fault"
)

// PageInfo is the position of a page in its list.
type PageInfo struct {
	HasNextPage     bool
	HasPreviousPage bool
	StartCursor     *string
	EndCursor       *string
}

// Edge is a node with its position in a list.
type Edge[T any] struct {
	Cursor string
	Node   *T
}

// Connection is a page of a list. The total is counted only when a query selects it.
type Connection[T any] struct {
	Edges    []*Edge[T]
	PageInfo *PageInfo
	Count    func(ctx context.Context) (int, error)
}

// Nodes returns the rows of the page without positions.
func (c *Connection[T]) Nodes() []*T {
	nodes := make([]*T, len(c.Edges))
	for i, e := range c.Edges {
		nodes[i] = e.Node
	}
	return nodes
}

// TotalCount returns the length of the whole list.
func (c *Connection[T]) TotalCount(ctx context.Context) (int, error) { return c.Count(ctx) }

// The connections and edges of the nouns, by the names they have in GraphQL.
//
//revive:disable:exported
type (
	ArtifactTypeConnection                = Connection[ArtifactType]
	ArtifactTypeEdge                      = Edge[ArtifactType]
	ModelConnection                       = Connection[Model]
	ModelEdge                             = Edge[Model]
	AgentConnection                       = Connection[Agent]
	AgentEdge                             = Edge[Agent]
	ProjectConnection                     = Connection[Project]
	ProjectEdge                           = Edge[Project]
	ConversationConnection                = Connection[Conversation]
	ConversationEdge                      = Edge[Conversation]
	MessageConnection                     = Connection[Message]
	MessageEdge                           = Edge[Message]
	ConversationArtifactConnection        = Connection[ConversationArtifact]
	ConversationArtifactEdge              = Edge[ConversationArtifact]
	ConversationArtifactVersionConnection = Connection[ConversationArtifactVersion]
	ConversationArtifactVersionEdge       = Edge[ConversationArtifactVersion]
	ApiKeyConnection                      = Connection[APIKey] //nolint:revive // the GraphQL name
	ApiKeyEdge                            = Edge[APIKey]       //nolint:revive // the GraphQL name
	DeliverableChangeConnection           = Connection[DeliverableChange]
	DeliverableChangeEdge                 = Edge[DeliverableChange]
	AuditEntryConnection                  = Connection[AuditEntry]
	AuditEntryEdge                        = Edge[AuditEntry]
)

// PageArgs are a connection's arguments: at most one of First and Last, 1 to 100.
type PageArgs struct {
	First  *int
	After  *string
	Last   *int
	Before *string
}

// Sizes of a page.
const (
	DefaultPage = 20
	MaxPage     = 100
)

// PageSize returns the size of a page from an argument of that name; nil means DefaultPage.
func PageSize(field string, n *int) (int, error) {
	if n == nil {
		return DefaultPage, nil
	}
	if *n < 1 || *n > MaxPage {
		return 0, fault.Invalid(field, "A page must have 1 to %d entries, not %d.", MaxPage, *n)
	}
	return *n, nil
}
