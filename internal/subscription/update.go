package subscription

import (
	"context"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/models"
)

// Update is one event of a conversation with its objects, as they are at delivery. All subscribers share it, and it
// is never changed; For returns what one of them may see.
type Update struct {
	Sequence    int64
	At          time.Time
	Kind        models.EventKind
	Deliverable *models.Deliverable
	Card        *deliverable.Card
	Version     *models.ConversationArtifactVersion
	Message     *models.Message
	Counts      *deliverable.Counts
	Note        *string
	RemovedID   *string
	Resync      *int64

	hidden bool // about an artifact that only the system sees
}

// For returns the event as a caller may see it: in full, without title and publisher of a page outside their key's
// scopes, or as HIDDEN with only sequence and time.
func (u *Update) For(p *auth.Principal) *Update {
	if u.hidden && !p.May(auth.ReadAll) {
		return &Update{Sequence: u.Sequence, At: u.At, Kind: models.EventHidden}
	}
	row := deliverable.Within(u.Deliverable, p.ConversationScope())
	if row == u.Deliverable {
		return u
	}
	kept := *u
	kept.Deliverable, kept.Card = row, deliverable.CardOf(row)
	return &kept
}

// Updates reads the objects of a page of events, in a number of queries that does not depend on the length of the page.
func (a *Subscription) Updates(ctx context.Context, conversationID string, events []models.ConversationEvent) ([]*Update, error) {
	ids := map[models.EventKind][]string{}
	for _, e := range events {
		ids[e.Kind] = append(ids[e.Kind], e.SubjectID)
	}
	counts, err := a.Deliverables.Counts(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	h := hydration{counts: counts[conversationID]}
	if h.deliverables, err = a.deliverablesByID(ctx, ids[models.EventDeliverable]); err != nil {
		return nil, err
	}
	if h.versions, err = byID(ctx, a.Artifacts.Versions, ids[models.EventVersion], func(v *models.ConversationArtifactVersion) string { return v.ID }); err != nil {
		return nil, err
	}
	if h.messages, err = byID(ctx, a.Conversations.Messages, ids[models.EventMessage], func(m *models.Message) string { return m.ID }); err != nil {
		return nil, err
	}
	if h.hidden, err = a.Artifacts.SystemOnly(ctx, conversationID); err != nil {
		return nil, err
	}
	updates := make([]*Update, len(events))
	for i := range events {
		updates[i] = h.update(&events[i])
	}
	return updates, nil
}

// hydration is what a page of events refers to.
type hydration struct {
	counts       deliverable.Counts
	deliverables map[string]*models.Deliverable
	versions     map[string]*models.ConversationArtifactVersion
	messages     map[string]*models.Message
	hidden       map[string]bool // artifacts that only the system sees
}

func (h *hydration) update(e *models.ConversationEvent) *Update {
	u := &Update{Sequence: e.Sequence, At: e.At, Kind: e.Kind, Counts: &h.counts}
	switch e.Kind {
	case models.EventDeliverable:
		u.Deliverable = withCreation(e, h.deliverables[e.SubjectID])
		u.Card = deliverable.CardOf(u.Deliverable)
		u.hidden = u.Deliverable != nil && u.Deliverable.ArtifactID != nil && h.hidden[*u.Deliverable.ArtifactID]
	case models.EventVersion:
		u.Version = h.versions[e.SubjectID]
		u.hidden = u.Version != nil && h.hidden[u.Version.ArtifactID]
	case models.EventMessage:
		u.Message = h.messages[e.SubjectID]
	case models.EventRemoved:
		u.RemovedID = &e.SubjectID
	case models.EventNote:
		u.Note = &e.Note
	}
	return u
}

// withCreation marks the row of the event of its creation; other events of the same row share it unmarked.
func withCreation(e *models.ConversationEvent, row *models.Deliverable) *models.Deliverable {
	if row == nil || e.Note != registry.CreatedNote {
		return row
	}
	created := *row
	created.JustCreated = true
	return &created
}

func (a *Subscription) deliverablesByID(ctx context.Context, ids []string) (map[string]*models.Deliverable, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return a.Deliverables.ByID(ctx, ids...)
}

// byID reads rows in one query, by id; none when there are no ids.
func byID[T any](ctx context.Context, many func(context.Context, []string) ([]*T, error), ids []string, idOf func(*T) string) (map[string]*T, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := many(ctx, ids)
	found := make(map[string]*T, len(rows))
	for _, r := range rows {
		found[idOf(r)] = r
	}
	return found, err
}
