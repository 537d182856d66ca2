package resolvers

import (
	"context"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// maxFeeds is the maximum number of feeds in one field.
const maxFeeds = 100

// feeds returns how far some feeds of a conversation have been read; the feeds of its siblings are loaded together.
func (r *Resolver) feeds(ctx context.Context, conversationID string, sources []string) ([]*models.DeliverableFeed, error) {
	if len(sources) > maxFeeds {
		return nil, fault.Invalid("sources", "At most %d feeds can be requested at once, not %d.", maxFeeds, len(sources))
	}
	loader := alike(ctx, "feeds|"+strings.Join(sources, "\x00"), func(ctx context.Context, ids []string) (map[string][]*models.DeliverableFeed, error) {
		return r.Stores.Deliverables.Feeds(ctx, ids, sources)
	})
	return loader.Load(ctx, conversationID)
}
