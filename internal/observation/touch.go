package observation

import (
	"context"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/harness"
	"vitrine/models"
)

// TouchInput describes a file that a person saved.
type TouchInput struct {
	ConversationID string
	Host           string
	Path           string
	Added          *int
	Removed        *int
	Summary        string
	Content        *string // the content of the file after the save; stored as a version of the deliverable
}

// Touch records a save in a conversation: its deliverable gets an edit by the user, and one note for the agent's next
// turn.
func (a *Observations) Touch(ctx context.Context, in TouchInput) (deliverable.Touched, error) {
	if err := in.validate(); err != nil {
		return deliverable.Touched{}, err
	}
	found, err := a.Conversations.Write(ctx, in.ConversationID)
	if err != nil {
		return deliverable.Touched{}, err
	}
	agent, err := catalog.AgentFor(ctx, a.Agents, found, nil)
	if err != nil {
		return deliverable.Touched{}, err
	}
	var touched deliverable.Touched
	err = a.Conversations.Locked(ctx, found.ID, func(ctx context.Context, c *models.Conversation) error {
		if touched, err = a.Deliverables.Touch(ctx, c, in.touch()); err != nil {
			return err
		}
		keep := captureRule{capture: captureOf(agent), madeBy: auth.Caller(ctx)}
		return a.Deliverables.KeepDrafts(ctx, in.drafts(touched.Row, keep))
	})
	if err == nil {
		a.settle(ctx, found.ID, agent)
	}
	return touched, err
}

// TakeNotes returns the notes for the agent's next turn, each once; the same key returns the same notes.
func (a *Observations) TakeNotes(ctx context.Context, conversationID, key string) (notes []string, err error) {
	if !isLabel(key) {
		return nil, fault.Invalid("idempotencyKey", "A key must have at most %d bytes and no control characters.", maxLabel)
	}
	found, err := a.writable(ctx, conversationID)
	if err != nil {
		return nil, err
	}
	err = a.Conversations.Locked(ctx, found.ID, func(ctx context.Context, c *models.Conversation) error {
		notes, err = a.Deliverables.TakeNotes(ctx, c, key)
		return err
	})
	return notes, err
}

func (in *TouchInput) validate() error {
	switch {
	case !isLabel(in.Host):
		return fault.Invalid("host", "A host must have at most %d bytes and no control characters.", maxLabel)
	case in.Added != nil && *in.Added < 0 || in.Removed != nil && *in.Removed < 0:
		return fault.Invalid("added", "Numbers of lines must not be negative.")
	case in.Content != nil && len(*in.Content) > maxCapture:
		return fault.TooLarge("content", "The content of a save must have at most %d bytes.", maxCapture).
			Try("Leave the content out: the save is recorded without it.")
	}
	return nil
}

func (in *TouchInput) touch() deliverable.Touch {
	t := deliverable.Touch{Host: in.Host, Path: in.Path, Added: in.Added, Removed: in.Removed, Summary: in.Summary}
	if in.Content != nil {
		size := int64(len(*in.Content))
		t.Bytes = &size
	}
	return t
}

// drafts makes a draft of the content that came with the save of a deliverable. Without content the next edit may not
// apply; its version then has a remark.
func (in *TouchInput) drafts(row *models.Deliverable, keep captureRule) []*models.DeliverableDraft {
	if row == nil || in.Content == nil || !keep.capture.Keeps(row.Kind) {
		return nil
	}
	return []*models.DeliverableDraft{keep.draft(row, harness.Write{Op: models.OpWrite, Content: in.Content, Outcome: harness.Done})}
}
