package resolvers

import (
	"context"
	"strings"
	"time"

	"vitrine/graph/model"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/observation"
	"vitrine/models"
)

func pageReport(in model.ReportPageInput) (observation.Reported, deliverable.PageReport) {
	about := observation.Reported{ConversationID: in.ConversationID, ExternalKey: in.ExternalKey, Host: in.Host}
	return about, deliverable.PageReport{
		ID: in.PageID, SourceKey: deref(in.SourceKey), Path: in.Path, Title: deref(in.Title), URL: deref(in.URL), Public: in.Public, Removed: in.Removed, At: utc(in.At),
	}
}

func designReport(in model.ReportDesignInput) (observation.Reported, deliverable.DesignReport) {
	about := observation.Reported{ConversationID: in.ConversationID, ExternalKey: in.ExternalKey, Host: in.Host}
	return about, deliverable.DesignReport{ID: in.DesignID, Path: in.Path, Title: deref(in.Title), URL: deref(in.URL), At: utc(in.At)}
}

func serviceReport(in model.ReportServiceInput) (observation.Reported, deliverable.Job) {
	about := observation.Reported{ConversationID: in.ConversationID, ExternalKey: in.ExternalKey, Host: in.Host}
	job := deliverable.Job{
		ID: in.JobID, Name: deref(in.Name), Port: in.Port, State: in.State, At: utc(in.At), ListenedAt: utc(in.ListenedAt),
		StartedAt: utc(in.StartedAt), EndedAt: utc(in.EndedAt), InstanceURL: in.InstanceURL,
	}
	for _, f := range in.Forwards {
		job.Forwards = append(job.Forwards, deliverable.Forward{
			ID: f.ID, Host: deref(f.Host), RemotePort: f.RemotePort, LocalPort: deref(f.LocalPort), TargetHost: deref(f.TargetHost),
			PublicURL: deref(f.PublicURL), Label: deref(f.Label),
		})
	}
	return about, job
}

func shownItems(in model.PresentDeliverablesInput) (observation.Reported, []deliverable.Shown) {
	about := observation.Reported{ConversationID: in.ConversationID, ExternalKey: in.ExternalKey, Host: in.Host}
	items := make([]deliverable.Shown, len(in.Items))
	for i, item := range in.Items {
		items[i] = deliverable.Shown{
			Kind: deref(item.Kind), Path: deref(item.Path), Name: deref(item.Name),
			Page: deliverable.PageLink{ID: deref(item.PageID), Origin: strings.TrimSuffix(deref(item.Origin), "/")},
		}
	}
	return about, items
}

// utc returns an optional time as the tables store it; zero for nil.
func utc(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return at.UTC().Truncate(time.Microsecond)
}

func handed(h registry.Handed) *model.HandOverPayload {
	out := &model.HandOverPayload{Handed: []*models.Deliverable{}, Refused: []*model.RefusedItem{}}
	for _, l := range h.Rows {
		out.Handed = append(out.Handed, l.Received)
	}
	for _, r := range h.Refused {
		out.Refused = append(out.Refused, &model.RefusedItem{Item: r.Item, Reason: string(r.Reason), Message: r.Reason.Sentence()})
	}
	return out
}

// placement returns where a card is among the messages of its conversation, and the message after it, if there is one.
func placement(ctx context.Context, card *deliverable.Card) (deliverable.Placement, *models.Message, error) {
	chat, err := load(ctx).chats.Load(ctx, card.ConversationID())
	if err != nil {
		return "", nil, err
	}
	times := make([]time.Time, len(chat))
	for i, m := range chat {
		times[i] = m.CreatedAt
	}
	placed := deliverable.StretchOf(times).Place(card.FirstAt)
	if slot := deliverable.Slot(times, card.FirstAt); placed == deliverable.PlacedAmong && slot < len(chat) {
		return placed, chat[slot], nil
	}
	if placed == deliverable.PlacedAmong { // at exactly the time of the last message
		placed = deliverable.PlacedTail
	}
	return placed, nil, nil
}
