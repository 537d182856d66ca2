package resolvers

import (
	"context"

	"vitrine/internal/database"
	"vitrine/models"
)

func (r *Resolver) messages(ctx context.Context, conversationID string, args database.PageArgs) (*models.Connection[models.Message], error) {
	order := born(false, func(m *models.Message) string { return m.ID })
	return nested(ctx, "messages", conversationID, args, func(ctx context.Context, ids []string) (map[string]*models.Connection[models.Message], error) {
		q := r.Acts.DB.From(ctx).Model(&models.Message{})
		return database.Pages(ctx, q, "conversation_id", ids, func(m *models.Message) string { return m.ConversationID }, args, order)
	})
}

func (r *Resolver) artifacts(ctx context.Context, conversationID string, args database.PageArgs) (*models.Connection[models.ConversationArtifact], error) {
	order := born(false, func(a *models.ConversationArtifact) string { return a.ID })
	return nested(ctx, "artifacts", conversationID, args, func(ctx context.Context, ids []string) (map[string]*models.Connection[models.ConversationArtifact], error) {
		q := shownOnly(ctx, r.Acts.DB.From(ctx).Model(&models.ConversationArtifact{}), "id")
		return database.Pages(ctx, q, "conversation_id", ids, func(a *models.ConversationArtifact) string { return a.ConversationID }, args, order)
	})
}

func (r *Resolver) versionsOfConversation(ctx context.Context, conversationID string, direction *models.Direction, args database.PageArgs) (*models.Connection[models.ConversationArtifactVersion], error) {
	order := born(true, func(v *models.ConversationArtifactVersion) string { return v.ID })
	return nested(ctx, "versions "+string(deref(direction)), conversationID, args, func(ctx context.Context, ids []string) (map[string]*models.Connection[models.ConversationArtifactVersion], error) {
		q := equal(shownOnly(ctx, r.Acts.DB.From(ctx).Model(&models.ConversationArtifactVersion{}), "artifact_id"), "direction", direction)
		return database.Pages(ctx, q, "conversation_id", ids, func(v *models.ConversationArtifactVersion) string { return v.ConversationID }, args, order)
	})
}

func (r *Resolver) versionsOfArtifact(ctx context.Context, artifactID string, args database.PageArgs) (*models.Connection[models.ConversationArtifactVersion], error) {
	order := database.Order[models.ConversationArtifactVersion]{Column: "number", Desc: true, Value: func(v *models.ConversationArtifactVersion) (any, string) { return v.Number, v.ID }}
	return nested(ctx, "artifact versions", artifactID, args, func(ctx context.Context, ids []string) (map[string]*models.Connection[models.ConversationArtifactVersion], error) {
		q := r.Acts.DB.From(ctx).Model(&models.ConversationArtifactVersion{})
		return database.Pages(ctx, q, "artifact_id", ids, func(v *models.ConversationArtifactVersion) string { return v.ArtifactID }, args, order)
	})
}

// versionsOfMessage gives what came with a message or is shown by it, without what only the system sees.
func (r *Resolver) versionsOfMessage(ctx context.Context, m *models.Message) ([]*models.ConversationArtifactVersion, error) {
	versions, err := load(ctx).shown.Load(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(versions))
	for i, v := range versions {
		ids[i] = v.ArtifactID
	}
	parents, err := load(ctx).artifacts.LoadAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	seen := make([]*models.ConversationArtifactVersion, 0, len(versions))
	for i, v := range versions {
		if shown(ctx, parents[i]) {
			seen = append(seen, v)
		}
	}
	return seen, nil
}
