package resolvers

import (
	"context"

	"vitrine/graph/model"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/conversation"
	"vitrine/models"
)

// The column of each order field of the schema.
var (
	typeColumns = map[model.ArtifactTypeOrderField]catalog.Column{
		model.ArtifactTypeOrderFieldName: catalog.ByName, model.ArtifactTypeOrderFieldPriority: catalog.ByPriority, model.ArtifactTypeOrderFieldUpdatedAt: catalog.ByUpdatedAt,
	}
	conversationColumns = map[model.ConversationOrderField]conversation.Column{
		model.ConversationOrderFieldCreatedAt: conversation.ByCreatedAt, model.ConversationOrderFieldUpdatedAt: conversation.ByUpdatedAt, model.ConversationOrderFieldTitle: conversation.ByTitle,
	}
)

func page(first *int, after *string, last *int, before *string) models.PageArgs {
	return models.PageArgs{First: first, After: after, Last: last, Before: before}
}

// descending reports whether an order is descending.
func descending(d model.OrderDirection) bool { return d == model.OrderDirectionDesc }

// named returns the column of records that are sorted by name or by their last change.
func named(updated bool) catalog.Column {
	if updated {
		return catalog.ByUpdatedAt
	}
	return catalog.ByName
}

// metadata checks that the caller may read metadata.
func metadata(ctx context.Context) error {
	_, err := auth.Require(ctx, auth.ReadMetadata)
	return err
}

// editing checks that the caller may change metadata.
func editing(ctx context.Context) error {
	_, err := auth.Require(ctx, auth.EditMetadata)
	return err
}
