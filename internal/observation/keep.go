package observation

import (
	"context"
	"encoding/json"
	"errors"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/harness"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

const (
	draftsAtOnce = 200 // drafts that become versions in one transaction
	keepTries    = 10  // how often a plan may be overtaken before the rest is left for later
)

// errOvertaken means that another request stored drafts or added versions while the plan was made.
var errOvertaken = errors.New("overtaken by another change")

// keepDrafts turns a conversation's drafts into versions, oldest first. Contents are computed and stored outside the
// transaction that adds the versions; when another change came in between, they are computed again.
func (a *Observations) keepDrafts(ctx context.Context, conversationID string, agent *models.Agent) error {
	for tries := 0; tries < keepTries; {
		plan, err := a.planDrafts(ctx, conversationID)
		if err != nil || len(plan.drafts) == 0 {
			return err
		}
		err = a.keepPlan(ctx, plan, agent)
		switch {
		case errors.Is(err, errOvertaken):
			tries++
		case err != nil:
			return err
		}
	}
	return errOvertaken
}

// plan is the result of some drafts: the versions to add, and the newest versions that they are based on.
type plan struct {
	conversationID string
	drafts         []*models.DeliverableDraft
	versions       []*planned
	artifactIDs    []string
	latest         map[string]*models.ConversationArtifactVersion
	typeIDs        map[string]string // of the artifacts
	types          artifact.Registry
}

// planned is one version to add.
type planned struct {
	row     *models.Deliverable
	text    text
	madeBy  string
	mime    string
	kind    *models.ArtifactType // of a new artifact
	typeID  string               // of the artifact that it belongs to
	found   store.Extracted
	content *storage.Received
}

// keepPlan stores the contents of a plan and adds its versions; when that fails it discards the contents.
func (a *Observations) keepPlan(ctx context.Context, p *plan, agent *models.Agent) (err error) {
	defer func() {
		if err != nil {
			a.discardPlan(ctx, p)
		}
	}()
	for _, v := range p.versions {
		v.found = store.Extract(ctx, p.types, v.typeID, []byte(*v.text.content))
		if v.content, err = a.Artifacts.Take(ctx, []byte(*v.text.content), v.mime, agent); err != nil {
			return err
		}
	}
	return a.Conversations.Locked(ctx, p.conversationID, func(ctx context.Context, c *models.Conversation) error {
		if err := a.confirmPlan(ctx, p); err != nil {
			return err
		}
		return a.addPlanned(ctx, c, p)
	})
}

func (a *Observations) discardPlan(ctx context.Context, p *plan) {
	for _, v := range p.versions {
		a.Artifacts.Discard(ctx, v.content)
	}
}

// confirmPlan deletes the drafts and checks, under the lock, that the plan is still based on the newest versions.
func (a *Observations) confirmPlan(ctx context.Context, p *plan) error {
	dropped, err := a.Deliverables.DropDrafts(ctx, p.drafts)
	if err != nil {
		return err
	}
	latest, err := a.Artifacts.Latest(ctx, p.artifactIDs)
	if err != nil {
		return err
	}
	for id, v := range latest {
		if p.latest[id] == nil || p.latest[id].ID != v.ID {
			return errOvertaken
		}
	}
	if dropped != len(p.drafts) {
		return errOvertaken
	}
	return nil
}

// addPlanned adds the versions of a plan; the first one of a row creates its artifact.
func (a *Observations) addPlanned(ctx context.Context, c *models.Conversation, p *plan) error {
	artifacts, events := map[string]*models.ConversationArtifact{}, []live.Event{}
	for _, v := range p.versions {
		of, err := a.holderOf(ctx, artifacts, v.row)
		if err != nil {
			return err
		}
		added, err := a.Artifacts.Add(ctx, c, v.version(of))
		if err != nil {
			return err
		}
		if added.New {
			if err := a.Deliverables.Hold(ctx, v.row, added.Artifact.ID); err != nil {
				return err
			}
		}
		artifacts[v.row.ID] = added.Artifact
		events = append(events, live.Event{Kind: models.EventVersion, SubjectID: added.Version.ID})
	}
	return a.Log.Append(ctx, c, events...)
}

// holderOf returns the artifact that holds a row's content, nil before its first version.
func (a *Observations) holderOf(ctx context.Context, known map[string]*models.ConversationArtifact, row *models.Deliverable) (*models.ConversationArtifact, error) {
	if held := known[row.ID]; held != nil || row.ArtifactID == nil {
		return held, nil
	}
	return a.Artifacts.Artifact(ctx, *row.ArtifactID)
}

func (v *planned) version(of *models.ConversationArtifact) store.NewVersion {
	n := store.NewVersion{
		Artifact: of, Type: v.kind, Name: v.row.Name, Direction: models.DirectionOutput, FileName: artifact.CleanFileName(v.row.Name),
		MIMEType: v.mime, Detected: v.mime, Remark: v.text.remark, MadeBy: v.madeBy, Content: v.content,
	}
	v.found.Apply(&n)
	return n
}

func writeOf(d *models.DeliverableDraft) (w harness.Write, err error) {
	err = json.Unmarshal(d.Write, &w)
	return w, err
}
