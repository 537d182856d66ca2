package observation

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Observation is the result of a batch.
type Observation struct {
	Conversation *models.Conversation
	Position     string // the position of the feed
	Applied      int    // writes that changed a row
	Unconfirmed  int    // calls that wait for their result
	Skipped      int    // records that could not be read
	Deliverables []*models.Deliverable
}

// Observe folds a batch into its conversation, in one transaction, and stores the content that it observed.
func (a *Observations) Observe(ctx context.Context, in ObserveInput) (*Observation, error) {
	c, err := a.observed(ctx, &in)
	if err != nil {
		return nil, err
	}
	if err := in.validate(); err != nil {
		return nil, err
	}
	if c == nil {
		if c, err = a.begin(ctx, &in); err != nil {
			return nil, err
		}
	}
	reader, err := readerOf(orElse(in.Harness, c.Harness))
	if err != nil {
		return nil, err
	}
	agent, err := catalog.AgentFor(ctx, a.Agents, c, nil)
	if err != nil {
		return nil, err
	}
	keep := captureRule{capture: captureOf(agent), madeBy: nameOf(agent, reader)}
	batch, skipped := in.batch(reader, c, keep)
	return a.fold(ctx, c, batch, skipped, keep, agent)
}

func (a *Observations) fold(ctx context.Context, c *models.Conversation, batch deliverable.Batch, skipped int, keep captureRule, agent *models.Agent) (*Observation, error) {
	seen := &Observation{Skipped: skipped}
	err := a.Conversations.Locked(ctx, c.ID, func(ctx context.Context, c *models.Conversation) error {
		folded, err := a.Deliverables.Observe(ctx, c, batch)
		if err != nil {
			return err
		}
		seen.Conversation, seen.Deliverables = c, folded.Rows
		seen.Applied, seen.Unconfirmed = folded.Applied, folded.Unconfirmed
		if seen.Position, err = a.Deliverables.Position(ctx, c.ID, batch.Source); err != nil {
			return err
		}
		return a.Deliverables.KeepDrafts(ctx, keep.drafts(folded.Writes))
	})
	if err != nil {
		return nil, err
	}
	a.settle(ctx, c.ID, agent)
	return seen, a.refresh(ctx, seen)
}

// refresh reads what the new versions changed: the rows they belong to, and the conversation's newest sequence.
func (a *Observations) refresh(ctx context.Context, seen *Observation) error {
	ids := make([]string, len(seen.Deliverables))
	for i, row := range seen.Deliverables {
		ids[i] = row.ID
	}
	rows, err := a.Deliverables.ByID(ctx, ids...)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if rows[id] != nil {
			seen.Deliverables[i] = rows[id]
		}
	}
	seen.Conversation, err = a.Conversations.Seen(ctx, seen.Conversation.ID)
	return err
}

// observed finds the conversation of a batch that the caller may write to; nil when it has to be created.
func (a *Observations) observed(ctx context.Context, in *ObserveInput) (*models.Conversation, error) {
	c, err := a.named(ctx, in.ConversationID, in.ExternalKey)
	if in.ExternalKey != nil && fault.Is(err, fault.CodeNotFound) {
		return nil, nil
	}
	return c, err
}

// begin creates the conversation of an external key that is not in use yet.
func (a *Observations) begin(ctx context.Context, in *ObserveInput) (*models.Conversation, error) {
	c := &models.Conversation{
		ExternalKey: in.ExternalKey, ProjectID: in.ProjectID,
		Harness: orElse(in.Harness, ""), Host: orElse(in.Host, ""), Cwd: orElse(in.Cwd, ""),
	}
	if _, err := readerOf(c.Harness); err != nil {
		return nil, err
	}
	err := a.Conversations.Create(ctx, c)
	if fault.Is(err, fault.CodeConflict) {
		return a.Conversations.Keyed(ctx, *in.ExternalKey) // another batch was first
	}
	return c, err
}
