package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"vitrine/models"
)

const (
	pageSize   = 500             // events read in one query
	ringSize   = 1024            // newest events of a conversation kept for its subscribers
	slowPoll   = 5 * time.Second // between polls for lost hints
	retryAfter = 250 * time.Millisecond
)

// Hydrate turns events of one conversation into what subscribers receive, with objects and counts read now, in a
// number of queries that does not depend on the number of events. The result has one element per event, in order.
type Hydrate[T any] func(ctx context.Context, conversationID string, events []models.ConversationEvent) ([]T, error)

// Hub serves the subscribers of this replica. Each conversation with subscribers is read once per hint, whatever
// their number; each subscriber reads at its own pace and delays no other.
type Hub[T any] struct {
	log     *Log
	hydrate Hydrate[T]

	mu     sync.Mutex
	topics map[string]*topic[T]
	ctx    context.Context //nolint:containedctx // the life of the hub, for the goroutines of topics
}

// NewHub returns a hub that receives hints over the bus and runs until ctx ends.
func NewHub[T any](ctx context.Context, log *Log, bus Bus, hydrate Hydrate[T]) *Hub[T] {
	h := &Hub[T]{log: log, hydrate: hydrate, topics: map[string]*topic[T]{}, ctx: ctx}
	bus.Listen(h.hinted)
	go h.poll()
	return h
}

// Subscribe follows a conversation after a sequence. It returns a fault for a position that cannot be continued.
func (h *Hub[T]) Subscribe(ctx context.Context, conversationID string, after int64) (*Subscription[T], error) {
	t, there, err := h.join(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	if err := resyncNeeded(after, there); err != nil {
		h.leave(t)
		return nil, err
	}
	return &Subscription[T]{hub: h, topic: t, cursor: after}, nil
}

// Watched returns the number of conversations that have subscribers here.
func (h *Hub[T]) Watched() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.topics)
}

func (h *Hub[T]) join(ctx context.Context, id string) (*topic[T], Extent, error) {
	there, err := h.log.Extent(ctx, id)
	if err != nil {
		return nil, there, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	t, ok := h.topics[id]
	if !ok {
		t = newTopic(h, id, there.Last)
		h.topics[id] = t
		go t.pump()
	}
	t.subscribers++
	t.advance(there.Last)
	there.Last = t.position()
	return t, there, nil
}

func (h *Hub[T]) leave(t *topic[T]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.subscribers--; t.subscribers == 0 {
		delete(h.topics, t.id)
		close(t.done)
	}
}

// hinted wakes the topics that a hint names; a nil list wakes all.
func (h *Hub[T]) hinted(topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if topics == nil {
		for _, t := range h.topics {
			t.signal()
		}
		return
	}
	for _, name := range topics {
		if id, ok := ConversationOf(name); ok && h.topics[id] != nil {
			h.topics[id].signal()
		}
	}
}

func (h *Hub[T]) poll() {
	tick := time.NewTicker(slowPoll)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
			h.look()
		}
	}
}

// look checks all conversations with subscribers for lost hints in one query.
func (h *Hub[T]) look() {
	h.mu.Lock()
	ids := make([]string, 0, len(h.topics))
	for id := range h.topics {
		ids = append(ids, id)
	}
	h.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	lasts, err := h.log.lasts(h.ctx, ids)
	if err != nil {
		slog.DebugContext(h.ctx, "polling for lost hints failed", "error", err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		t, last := h.topics[id], lasts[id]
		if _, there := lasts[id]; t != nil && (!there || last > t.position()) {
			t.signal()
		}
	}
}
