package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// topic is one watched conversation: the newest events, hydrated once for all its subscribers.
type topic[T any] struct {
	hub         *Hub[T]
	id          string
	subscribers int // guarded by the hub's lock
	wake        chan struct{}
	done        chan struct{} // closed when there are no subscribers left
	gone        chan struct{} // closed when the conversation is deleted
	end         sync.Once     // closes gone

	mu   sync.Mutex
	ring []T           // the events last-len(ring)+1 … last
	last int64         // the newest sequence known here
	read int64         // the newest sequence in the ring; equal to last when the ring is empty
	news chan struct{} // closed, and replaced, when there are new events
}

func newTopic[T any](h *Hub[T], id string, last int64) *topic[T] {
	return &topic[T]{
		hub: h, id: id, wake: make(chan struct{}, 1), done: make(chan struct{}), gone: make(chan struct{}), last: last, read: last, news: make(chan struct{}),
	}
}

func (t *topic[T]) signal() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

func (t *topic[T]) position() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

// advance records that the log reaches at least to last; pump reads it.
func (t *topic[T]) advance(last int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last > t.last {
		t.last = last
		t.signal()
	}
}

// pump reads new events, once per hint, until there are no subscribers left.
func (t *topic[T]) pump() {
	for {
		select {
		case <-t.done:
			return
		case <-t.hub.ctx.Done():
			return
		case <-t.wake:
			t.fetchAll()
		}
	}
}

func (t *topic[T]) fetchAll() {
	for {
		n, err := t.fetch(t.hub.ctx)
		if err != nil && t.hub.ctx.Err() == nil {
			slog.WarnContext(t.hub.ctx, "reading live events failed; will retry", "conversation", t.id, "error", err)
			time.AfterFunc(retryAfter, t.signal)
			return
		}
		if n < pageSize {
			return
		}
	}
}

// fetch reads one page after the ring and wakes the waiting subscribers.
func (t *topic[T]) fetch(ctx context.Context) (int, error) {
	t.mu.Lock()
	after := t.read
	t.mu.Unlock()
	events, err := t.hub.log.Read(ctx, t.id, after, pageSize)
	if err != nil {
		return 0, err
	}
	if len(events) == 0 { // a hint without events: the conversation may be deleted
		if _, err = t.hub.log.Extent(ctx, t.id); fault.Is(err, fault.CodeNotFound) {
			t.close()
			return 0, nil
		}
		return 0, err
	}
	values, err := t.hub.hydrate(ctx, t.id, events)
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if events[0].Sequence != after+1 {
		t.ring = nil // the events between are no longer stored: subscribers that have not seen them must load anew
	}
	t.ring = append(t.ring, values...)
	if over := len(t.ring) - ringSize; over > 0 {
		t.ring = append([]T(nil), t.ring[over:]...)
	}
	t.read = events[len(events)-1].Sequence
	t.last = max(t.last, t.read)
	close(t.news)
	t.news = make(chan struct{})
	return len(events), nil
}

// close ends all subscriptions because the conversation is deleted.
func (t *topic[T]) close() { t.end.Do(func() { close(t.gone) }) }

// after returns the events in the ring after a cursor. inRing is false when the subscriber must read the table first;
// when the slice is empty, wait on news.
func (t *topic[T]) after(cursor int64) (values []T, news <-chan struct{}, inRing bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := t.read - int64(len(t.ring)) // the sequence just before the ring
	if cursor < first {
		return nil, nil, false
	}
	if cursor >= t.read {
		return nil, t.news, true
	}
	return t.ring[cursor-first:], t.news, true
}

// Subscription is the position of one subscriber in a conversation's log. It is used by one goroutine.
type Subscription[T any] struct {
	hub    *Hub[T]
	topic  *topic[T]
	cursor int64
	once   sync.Once
}

// Next returns the following events, at least one, in order and each once. It blocks until there are some or ctx
// ends. After the last event of a deleted conversation it returns NOT_FOUND, and CONFLICT when the next events have
// been trimmed.
func (s *Subscription[T]) Next(ctx context.Context) ([]T, error) {
	for {
		values, news, inRing := s.topic.after(s.cursor)
		if !inRing {
			return s.catchUp(ctx)
		}
		if len(values) > 0 {
			s.cursor += int64(len(values))
			return values, nil
		}
		select {
		case <-news:
		case <-s.topic.gone:
			return nil, fault.NotFound("conversation")
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.hub.ctx.Done():
			return nil, s.hub.ctx.Err()
		}
	}
}

// Skip continues after the newest event and returns its sequence.
func (s *Subscription[T]) Skip() int64 {
	s.cursor = s.topic.position()
	return s.cursor
}

// Close ends the subscription.
func (s *Subscription[T]) Close() { s.once.Do(func() { s.hub.leave(s.topic) }) }

// catchUp reads one page from the table for a subscriber that is behind the ring.
func (s *Subscription[T]) catchUp(ctx context.Context) ([]T, error) {
	events, err := s.hub.log.Read(ctx, s.topic.id, s.cursor, pageSize)
	switch {
	case err != nil:
		return nil, err
	case len(events) == 0: // events disappear without a gap only with their conversation
		return nil, fault.NotFound("conversation")
	case events[0].Sequence != s.cursor+1:
		return nil, tooOld(s.cursor)
	}
	values, err := s.hub.hydrate(ctx, s.topic.id, events)
	if err == nil {
		s.cursor = events[len(events)-1].Sequence
	}
	return values, err
}
