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

// follow streams a conversation's events to one subscriber, with what they may see. A position that cannot be continued
// produces one RESYNC event with the sequence to follow from, and the stream continues from there.
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

// resyncAt returns the update that makes a subscriber load the conversation again and continue after a sequence.
func resyncAt(sequence int64) *subscription.Update {
	return &subscription.Update{Sequence: sequence, At: models.Now(), Kind: models.EventResync, Resync: &sequence}
}

// pump sends updates at the subscriber's pace until the stream ends.
func pump(ctx context.Context, sub *live.Subscription[*subscription.Update], resync *subscription.Update, out chan<- *subscription.Update) {
	defer close(out)
	defer sub.Close()
	if resync != nil && !send(ctx, out, resync) {
		return
	}
	for ctx.Err() == nil {
		batch, err := sub.Next(ctx)
		switch {
		case fault.Is(err, fault.CodeConflict): // its next events have been deleted
			batch = []*subscription.Update{resyncAt(sub.Skip())}
		case err != nil && !retry(ctx, err):
			return
		}
		if !send(ctx, out, batch...) {
			return
		}
	}
}

// send sends updates to the subscriber, with what they may see; it returns false when the stream has ended.
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

// afterTrouble is how long a stream waits after an error before it reads the log again.
const afterTrouble = 500 * time.Millisecond

// retry waits after an error, so that an unreachable database does not end the streams: they keep their position in the
// log and continue later. It returns false when the stream has ended, or its conversation was deleted.
func retry(ctx context.Context, err error) bool {
	if errors.Is(err, context.Canceled) || fault.Is(err, fault.CodeNotFound) {
		return false
	}
	slog.WarnContext(ctx, "reading the log of a live stream failed; will retry", "error", err)
	select {
	case <-time.After(afterTrouble):
		return true
	case <-ctx.Done():
		return false
	}
}
