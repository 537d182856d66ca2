package observation

import (
	"context"

	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/deliverable"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
)

// HandoverInput hands deliverables of one conversation to another.
type HandoverInput struct {
	FromConversationID string
	ToConversationID   string
	// Items are paths, keys or ids of rows, or relative links of pages; blank and repeated items are dropped.
	Items []string
}

// HandOver adds deliverables of one conversation to the list of another. Items that cannot be handed over are listed
// with the reason, and the others continue. Files are not copied; content that Vitrine stores of them is stored for
// the receiver too.
func (a *Observations) HandOver(ctx context.Context, in HandoverInput) (registry.Handed, error) {
	in.Items = deliverable.HandoverItems(in.Items)
	if err := in.validate(); err != nil {
		return registry.Handed{}, err
	}
	giver, err := a.writable(ctx, in.FromConversationID)
	if err != nil {
		return registry.Handed{}, fault.Of("fromConversationId", err)
	}
	receiver, err := a.writable(ctx, in.ToConversationID)
	if err != nil {
		return registry.Handed{}, fault.Of("toConversationId", err)
	}
	if giver.ID == receiver.ID { // whatever the spelling of the ids

		return registry.Handed{}, fault.Invalid("toConversationId", "A conversation cannot hand over to itself.")
	}
	var handed registry.Handed
	err = a.Conversations.LockedPair(ctx, giver.ID, receiver.ID, func(ctx context.Context, from, to *models.Conversation) (err error) {
		if handed, err = a.Deliverables.HandOver(ctx, from, to, in.Items); err != nil || len(handed.Rows) == 0 {
			return err
		}
		if err := a.handContents(ctx, to, handed.Rows); err != nil {
			return err
		}
		details := map[string]any{"to": to.ID, "items": len(handed.Rows)}
		return a.Trail.Record(ctx, "handOver.deliverable", "conversation", from.ID, from.ID, details)
	})
	return handed, err
}

func (in *HandoverInput) validate() error {
	switch {
	case len(in.Items) == 0:
		return fault.Invalid("items", "A hand-over must have at least one item.").Try("Name a path, a page's link or a deliverable's id.")
	case len(in.Items) > deliverable.MaxHanded:
		return fault.Invalid("items", "A hand-over must have at most %d items, not %d.", deliverable.MaxHanded, len(in.Items)).Try("Hand them over in several calls.")
	}
	return nil
}

// handContents adds versions for the receiver with the contents that Vitrine stores of what was handed over.
func (a *Observations) handContents(ctx context.Context, to *models.Conversation, landed []registry.HandedRow) error {
	var held []string
	for _, l := range landed {
		if l.Given.ArtifactID != nil {
			held = append(held, *l.Given.ArtifactID)
		}
	}
	if len(held) == 0 {
		return nil
	}
	latest, err := a.Artifacts.Latest(ctx, held)
	if err != nil {
		return err
	}
	for _, l := range landed {
		if l.Given.ArtifactID == nil || latest[*l.Given.ArtifactID] == nil {
			continue
		}
		if err := a.handContent(ctx, to, l, latest[*l.Given.ArtifactID]); err != nil {
			return err
		}
	}
	return nil
}

// handContent adds one version to the receiver's artifact, which it creates unless an earlier hand-over did; equal
// content is not added again.
func (a *Observations) handContent(ctx context.Context, to *models.Conversation, l registry.HandedRow, v *models.ConversationArtifactVersion) error {
	holder, err := a.holderOf(ctx, nil, l.Received)
	if err != nil {
		return err
	}
	if holder != nil {
		own, err := a.Artifacts.Latest(ctx, []string{holder.ID})
		if have := own[holder.ID]; err != nil || have != nil && have.SHA256 == v.SHA256 {
			return err
		}
	}
	source, err := a.Artifacts.Artifact(ctx, v.ArtifactID)
	if err != nil {
		return err
	}
	kind, err := a.Types.Get(ctx, source.TypeID)
	if err != nil {
		return err
	}
	added, err := a.Artifacts.Add(ctx, to, handedVersion(v, source, holder, kind, auth.Caller(ctx)))
	if err != nil {
		return err
	}
	if added.New {
		if err := a.Deliverables.Hold(ctx, l.Received, added.Artifact.ID); err != nil {
			return err
		}
	}
	return a.Log.Append(ctx, to, live.Event{Kind: models.EventVersion, SubjectID: added.Version.ID})
}

func handedVersion(v *models.ConversationArtifactVersion, source, holder *models.ConversationArtifact, kind *models.ArtifactType, by string) store.NewVersion {
	n := store.VersionLike(v, by)
	n.Artifact, n.Type, n.Name, n.Visibility, n.Attributes = holder, kind, source.Name, source.Visibility, v.Attributes
	return n
}
