package resolvers

import (
	"context"

	"vitrine/models"
)

func (r *Resolver) messages(ctx context.Context, conversationID string, args models.PageArgs) (*models.Connection[models.Message], error) {
	return nested(ctx, "messages", conversationID, args, r.Stores.Conversations.MessagePages)
}

func (r *Resolver) artifacts(ctx context.Context, conversationID string, args models.PageArgs) (*models.Connection[models.ConversationArtifact], error) {
	return nested(ctx, "artifacts", conversationID, args, r.Stores.Artifacts.ArtifactPages)
}

func (r *Resolver) versionsOfConversation(ctx context.Context, conversationID string, direction *models.Direction, args models.PageArgs) (*models.Connection[models.ConversationArtifactVersion], error) {
	pages := func(ctx context.Context, ids []string, args models.PageArgs) (map[string]*models.Connection[models.ConversationArtifactVersion], error) {
		return r.Stores.Artifacts.VersionPages(ctx, ids, direction, args)
	}
	return nested(ctx, "versions "+string(deref(direction)), conversationID, args, pages)
}

func (r *Resolver) versionsOfArtifact(ctx context.Context, artifactID string, args models.PageArgs) (*models.Connection[models.ConversationArtifactVersion], error) {
	return nested(ctx, "artifact versions", artifactID, args, r.Stores.Artifacts.ArtifactVersionPages)
}

// versionsOfMessage returns the versions that were sent with a message or are shown by it, without those for the system
// only.
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
