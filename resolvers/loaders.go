package resolvers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// loaders batch the reads of fields, so that the number of statements does not depend on the length of lists. They live
// as long as one response: a query, a mutation, or one event of a subscription.
type loaders struct {
	types         *batch[*models.ArtifactType]
	models        *batch[*models.Model]
	agents        *batch[*models.Agent]
	projects      *batch[*models.Project]
	conversations *batch[*models.Conversation]
	messages      *batch[*models.Message]
	artifacts     *batch[*models.ConversationArtifact]
	latest        *batch[*models.ConversationArtifactVersion]
	deliverables  *batch[*models.Deliverable]   // by artifact
	counts        *batch[*deliverable.Counts]   // by conversation
	listed        *batch[[]*models.Deliverable] // rows of a conversation's list
	shown         *batch[[]*models.ConversationArtifactVersion]
	chats         *batch[[]*models.Message] // ids and times of a conversation's messages, in order

	mu       sync.Mutex
	wait     time.Duration
	pages    map[string]any // loaders of nested lists, by field and arguments
	registry func() ([]*models.ArtifactType, error)
}

type loadersKey struct{}

// Loaders is the middleware that creates loaders for each response; the server installs it around responses. They are
// created when the first field needs them: a subscriber that waits for an event has none.
func (r *Resolver) Loaders(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	return next(context.WithValue(ctx, loadersKey{}, sync.OnceValue(func() *loaders { return r.newLoaders(ctx) })))
}

func load(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(func() *loaders)() } //nolint:forcetypeassert // the server installs it

func (r *Resolver) newLoaders(ctx context.Context) *loaders {
	s, wait := r.Stores, cmp.Or(r.BatchWait, quiet)
	return &loaders{
		types:         byID(wait, s.Types.Many, func(t *models.ArtifactType) string { return t.ID }),
		models:        byID(wait, s.Models.Many, func(m *models.Model) string { return m.ID }),
		agents:        byID(wait, s.Agents.Many, func(x *models.Agent) string { return x.ID }),
		projects:      byID(wait, s.Projects.Many, func(p *models.Project) string { return p.ID }),
		conversations: byID(wait, s.Conversations.Many, func(c *models.Conversation) string { return c.ID }),
		messages:      byID(wait, s.Conversations.Messages, func(m *models.Message) string { return m.ID }),
		artifacts:     byID(wait, s.Artifacts.Artifacts, func(x *models.ConversationArtifact) string { return x.ID }),
		latest:        batched(wait, s.Artifacts.Latest),
		deliverables: batched(wait, func(ctx context.Context, ids []string) (map[string]*models.Deliverable, error) {
			return s.Deliverables.ByArtifact(ctx, ids...)
		}),
		counts:   batched(wait, r.countsOf),
		listed:   batched(wait, s.Deliverables.RowsOf),
		shown:    batched(wait, s.Artifacts.OfMessages),
		chats:    batched(wait, s.Conversations.Chats),
		wait:     wait,
		pages:    map[string]any{},
		registry: sync.OnceValues(func() ([]*models.ArtifactType, error) { return s.Types.All(ctx) }),
	}
}

func byID[T any](wait time.Duration, many func(context.Context, []string) ([]*T, error), id func(*T) string) *batch[*T] {
	return batched(wait, func(ctx context.Context, ids []string) (map[string]*T, error) {
		found, err := many(ctx, ids)
		m := make(map[string]*T, len(found))
		for _, row := range found {
			m[id(row)] = row
		}
		return m, err
	})
}

// one loads a row that a field refers to; a row that has been deleted is a fault.
func one[V any](ctx context.Context, l *batch[V], id, record string) (V, error) {
	v, err := l.Load(ctx, id)
	if errors.Is(err, errAbsent) {
		return v, fault.NotFound(record)
	}
	return v, err
}

// optional loads a row that may be absent: a nil or unknown id returns the zero value.
func optional[V any](ctx context.Context, l *batch[V], id *string) (v V, err error) {
	if id == nil {
		return v, nil
	}
	v, err = l.Load(ctx, *id)
	if errors.Is(err, errAbsent) {
		return v, nil
	}
	return v, err
}

// nested loads one page of a list for a parent, together with the same page of its siblings.
func nested[T any](ctx context.Context, field, parent string, args models.PageArgs, pages func(ctx context.Context, parents []string, args models.PageArgs) (map[string]*models.Connection[T], error)) (*models.Connection[T], error) {
	key := fmt.Sprintf("%s|%v|%v|%v|%v", field, value(args.First), value(args.After), value(args.Last), value(args.Before))
	fetch := func(ctx context.Context, parents []string) (map[string]*models.Connection[T], error) {
		return pages(ctx, parents, args)
	}
	return alike(ctx, key, fetch).Load(ctx, parent)
}

// alike returns the loader that is shared by all fields with the same key.
func alike[V any](ctx context.Context, key string, fetch func(ctx context.Context, parents []string) (map[string]V, error)) *batch[V] {
	l := load(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	loader, ok := l.pages[key].(*batch[V])
	if !ok {
		loader = batched(l.wait, fetch)
		l.pages[key] = loader
	}
	return loader
}

func value[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func (r *Resolver) countsOf(ctx context.Context, ids []string) (map[string]*deliverable.Counts, error) {
	counts, err := r.Stores.Deliverables.Counts(ctx, ids...)
	out := make(map[string]*deliverable.Counts, len(ids))
	for _, id := range ids {
		c := counts[id]
		out[id] = &c
	}
	return out, err
}
