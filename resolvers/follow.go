package resolvers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/internal/subscription"
	"vitrine/models"
)

// follow streams a conversation's events to one subscriber, each as they may see it. A position that cannot be
// continued gets one RESYNC event with the sequence to follow from, and the stream goes on from there.
func (r *Resolver) follow(ctx context.Context, conversationID string, after *int64) (<-chan *subscription.Update, error) {
	c, err := r.Stores.Conversations.Read(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	sub, resync, err := r.subscribe(ctx, c, after)
	if err != nil {
		return nil, err
	}
	out := make(chan *subscription.Update)
	go pump(ctx, sub, resync, out)
	return out, nil
}

func (r *Resolver) subscribe(ctx context.Context, c *models.Conversation, after *int64) (*live.Subscription[*subscription.Update], *subscription.Update, error) {
	from := c.LastSequence
	if after != nil {
		from = *after
	}
	sub, err := r.Hub.Subscribe(ctx, c.ID, from)
	if !fault.Is(err, fault.CodeConflict) {
		return sub, nil, err
	}
	sub, err = r.Hub.Subscribe(ctx, c.ID, c.LastSequence)
	return sub, resyncAt(c.LastSequence), err
}

// resyncAt reports a subscriber to load the conversation again and to go on after a sequence.
func resyncAt(sequence int64) *subscription.Update {
	return &subscription.Update{Sequence: sequence, At: models.Now(), Kind: models.EventResync, Resync: &sequence}
}

// pump pulls at the subscriber's pace until they leave.
func pump(ctx context.Context, sub *live.Subscription[*subscription.Update], resync *subscription.Update, out chan<- *subscription.Update) {
	defer close(out)
	defer sub.Close()
	if resync != nil && !send(ctx, out, resync) {
		return
	}
	for ctx.Err() == nil {
		batch, err := sub.Next(ctx)
		switch {
		case fault.Is(err, fault.CodeConflict): // what it has not seen is not kept any more
			batch = []*subscription.Update{resyncAt(sub.Skip())}
		case err != nil && !awaitLog(ctx, err):
			return
		}
		if !send(ctx, out, batch...) {
			return
		}
	}
}

// send sends updates to the subscriber, each as they may see it; false when they have left.
func send(ctx context.Context, out chan<- *subscription.Update, updates ...*subscription.Update) bool {
	who := auth.Who(ctx)
	for _, u := range updates {
		select {
		case out <- u.For(who):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// afterTrouble is how long a subscriber's stream waits before it reads the log again.
const afterTrouble = 500 * time.Millisecond

// awaitLog waits after an error, so that a database that is away for a while does not end the streams: their place in
// the log is kept, and they go on when it is back. False when the stream has ended, or its conversation.
func awaitLog(ctx context.Context, err error) bool {
	if errors.Is(err, context.Canceled) || fault.Is(err, fault.CodeNotFound) {
		return false
	}
	slog.WarnContext(ctx, "a live stream waits for its log", "error", err)
	select {
	case <-time.After(afterTrouble):
		return true
	case <-ctx.Done():
		return false
	}
}
