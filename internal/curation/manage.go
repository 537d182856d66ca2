package curation

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
)

// maxDescription bounds the description of an artifact in bytes.
const maxDescription = 10_000

// Rename changes an artifact's name, description or both; nil leaves that field unchanged.
func (a *Curation) Rename(ctx context.Context, id string, name, description *string) (*models.ConversationArtifact, error) {
	found, err := a.Artifacts.Changeable(ctx, id)
	if err != nil {
		return nil, err
	}
	err = a.Conversations.Locked(ctx, found.ConversationID, func(ctx context.Context, c *models.Conversation) (err error) {
		if found, err = a.Artifacts.Update(ctx, found.ID, func(x *models.ConversationArtifact) error { return rename(x, name, description) }); err != nil {
			return err
		}
		if err := a.retitle(ctx, c, found); err != nil {
			return err
		}
		return a.Trail.Record(ctx, "update.artifact", "artifact", found.ID, c.ID, map[string]any{"name": found.Name})
	})
	return found, err
}

func rename(a *models.ConversationArtifact, name, description *string) error {
	if name != nil {
		if a.Name = artifact.CleanName(*name); a.Name == "" {
			return fault.Invalid("name", "An artifact must have a name.")
		}
	}
	if description != nil {
		if a.Description = *description; len(a.Description) > maxDescription {
			return fault.Invalid("description", "A description must have at most %d bytes.", maxDescription)
		}
	}
	return nil
}

// retitle renames the artifact's own row in the deliverables list; a recorded file keeps the name of its path.
func (a *Curation) retitle(ctx context.Context, c *models.Conversation, found *models.ConversationArtifact) error {
	row, err := a.Deliverables.Retitle(ctx, found)
	if err != nil || row == nil {
		return err
	}
	return a.Log.Append(ctx, c, live.Event{Kind: models.EventDeliverable, SubjectID: row.ID})
}

// Delete deletes an artifact with its versions. Their contents stay until a sweep finds that nothing uses them.
func (a *Curation) Delete(ctx context.Context, id string) (string, error) {
	found, err := a.Artifacts.Changeable(ctx, id)
	if err != nil {
		return "", err
	}
	err = a.Conversations.Locked(ctx, found.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		if err := a.Deliverables.Forget(ctx, c, found.ID); err != nil {
			return err
		}
		if err := a.Artifacts.Delete(ctx, found); err != nil {
			return err
		}
		return a.Trail.Record(ctx, "delete.artifact", "artifact", found.ID, c.ID, map[string]any{"name": found.Name})
	})
	return found.ID, err
}

// Restore adds the content of an old version as the newest version of its artifact.
func (a *Curation) Restore(ctx context.Context, versionID string) (*models.ConversationArtifactVersion, error) {
	old, parent, err := a.Artifacts.ChangeableVersion(ctx, versionID)
	if err != nil {
		return nil, err
	}
	restored := old
	err = a.Conversations.Locked(ctx, old.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		latest, err := a.Artifacts.Latest(ctx, []string{parent.ID})
		if v := latest[parent.ID]; err != nil || v != nil && v.SHA256 == old.SHA256 {
			restored = v
			return err // its content is already the newest
		}
		added, err := a.Artifacts.Add(ctx, c, restoredVersion(old, parent, auth.Caller(ctx)))
		if err != nil {
			return err
		}
		restored = added.Version
		op := deliverable.OutputOp(parent, restored)
		op.Op, op.Actor = models.OpEdit, models.ActorUser
		if _, err := a.Deliverables.KeepArtifact(ctx, c, parent, op); err != nil {
			return err
		}
		if err := a.Log.Append(ctx, c, live.Event{Kind: models.EventVersion, SubjectID: restored.ID}); err != nil {
			return err
		}
		return a.Trail.Record(ctx, "restore.version", "version", restored.ID, c.ID, map[string]any{"from": old.ID, "number": old.Number})
	})
	return restored, err
}

func restoredVersion(old *models.ConversationArtifactVersion, parent *models.ConversationArtifact, by string) store.NewVersion {
	n := store.VersionLike(old, by)
	n.Artifact, n.Name = parent, old.Name
	return n
}

// Diff compares two versions that the caller may read.
func (a *Curation) Diff(ctx context.Context, v *models.ConversationArtifactVersion, againstID string) (*artifact.Difference, error) {
	against, _, err := a.Artifacts.ReadableVersion(ctx, againstID)
	if err != nil {
		return nil, err
	}
	return a.Artifacts.Diff(ctx, against, v)
}

// SetForceToolsOnly restricts a version to tools, or restores the default of its type.
func (a *Curation) SetForceToolsOnly(ctx context.Context, versionID string, force bool) (*models.ConversationArtifactVersion, error) {
	v, _, err := a.Artifacts.ChangeableVersion(ctx, versionID)
	if err != nil {
		return nil, err
	}
	err = a.Conversations.Locked(ctx, v.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		if err := a.Artifacts.SetForceToolsOnly(ctx, v, force); err != nil {
			return err
		}
		if err := a.Log.Append(ctx, c, live.Event{Kind: models.EventVersion, SubjectID: v.ID}); err != nil {
			return err
		}
		return a.Trail.Record(ctx, "update.version", "version", v.ID, c.ID, map[string]any{"forceToolsOnly": force})
	})
	return v, err
}

// ReadContent returns the whole content of a version that the caller may read, and records through what it was read.
func (a *Curation) ReadContent(ctx context.Context, v *models.ConversationArtifactVersion, through string) ([]byte, error) {
	if _, _, err := a.Artifacts.ReadableVersion(ctx, v.ID); err != nil {
		return nil, err
	}
	limit := a.MaxFileBytes
	if v.SizeBytes != nil {
		limit = *v.SizeBytes
	}
	content, err := a.Artifacts.Read(ctx, v.SHA256, limit)
	if err != nil {
		return nil, err
	}
	return content, a.Trail.Record(ctx, "read.version", "version", v.ID, v.ConversationID, map[string]any{"through": through})
}
