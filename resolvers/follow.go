package resolvers

import (
	"context"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/internal/turn"
	"vitrine/models"
)

// follow streams a conversation's events to one subscriber, each as they may see it. A position that cannot be continued gets
// one RESYNC event with the sequence to follow from, and the stream goes on from there.
func (r *Resolver) follow(ctx context.Context, conversationID string, after *int64) (<-chan *turn.Update, error) {
	c, err := r.Acts.Conversations.Read(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	sub, resync, err := r.subscribe(ctx, c, after)
	if err != nil {
		return nil, err
	}
	out := make(chan *turn.Update)
	go pump(ctx, sub, resync, out)
	return out, nil
}

func (r *Resolver) subscribe(ctx context.Context, c *models.Conversation, after *int64) (*live.Subscription[*turn.Update], *turn.Update, error) {
	from := c.LastSequence
	if after != nil {
		from = *after
	}
	sub, err := r.Hub.Subscribe(ctx, c.ID, from)
	if !fault.Is(err, fault.CodeConflict) {
		return sub, nil, err
	}
	sub, err = r.Hub.Subscribe(ctx, c.ID, c.LastSequence)
	return sub, &turn.Update{Sequence: c.LastSequence, At: models.Now(), Kind: models.EventResync, Resync: &c.LastSequence}, err
}

// pump pulls at the subscriber's pace until they leave.
func pump(ctx context.Context, sub *live.Subscription[*turn.Update], resync *turn.Update, out chan<- *turn.Update) {
	defer close(out)
	defer sub.Close()
	batch := []*turn.Update{}
	if resync != nil {
		batch = append(batch, resync)
	}
	who := auth.Who(ctx)
	for err := error(nil); err == nil; batch, err = sub.Next(ctx) {
		for _, u := range batch {
			select {
			case out <- u.For(who):
			case <-ctx.Done():
				return
			}
		}
	}
}
