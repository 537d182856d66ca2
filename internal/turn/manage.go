package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// changeable finds an artifact that the caller may change.
func (a *Acts) changeable(ctx context.Context, id string) (*models.ConversationArtifact, error) {
	found, err := a.Artifact(ctx, id)
	if err != nil {
		return nil, err
	}
	_, err = a.Conversations.Write(ctx, found.ConversationID)
	return found, err
}

// maxDescription bounds the description of an artifact in bytes.
const maxDescription = 10_000

// Rename gives an artifact another name or description; nil keeps one.
func (a *Acts) Rename(ctx context.Context, id string, name, description *string) (*models.ConversationArtifact, error) {
	found, err := a.changeable(ctx, id)
	if err != nil {
		return nil, err
	}
	if name != nil {
		if found.Name = artifact.CleanName(*name); found.Name == "" {
			return nil, fault.Invalid("name", "An artifact needs a name.")
		}
	}
	if description != nil {
		if found.Description = *description; len(found.Description) > maxDescription {
			return nil, fault.Invalid("description", "A description has at most %d bytes.", maxDescription)
		}
	}
	err = a.locked(ctx, found.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		found.UpdatedAt = models.Now()
		if err := a.DB.From(ctx).Select("name", "description", "updated_at").Updates(found).Error; err != nil {
			return database.Fault(err, "artifact")
		}
		if err := a.retitle(ctx, c, found); err != nil {
			return err
		}
		return a.record(ctx, "update.artifact", "artifact", found.ID, c.ID, map[string]any{"name": found.Name})
	})
	return found, err
}

// retitle gives the artifact's own row in the list its new name; a witnessed file keeps the name of its path.
func (a *Acts) retitle(ctx context.Context, c *models.Conversation, found *models.ConversationArtifact) error {
	row, err := a.Deliverables.Retitle(ctx, found)
	if err != nil || row == nil {
		return err
	}
	return a.Log.Append(ctx, c, live.Event{Kind: models.EventDeliverable, SubjectID: row.ID})
}

// Delete removes an artifact with its versions. Their contents stay until a sweep finds that nothing uses them.
func (a *Acts) Delete(ctx context.Context, id string) (string, error) {
	found, err := a.changeable(ctx, id)
	if err != nil {
		return "", err
	}
	err = a.locked(ctx, found.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		if err := a.Deliverables.Forget(ctx, c, found.ID); err != nil {
			return err
		}
		if err := a.DB.From(ctx).Delete(found).Error; err != nil {
			return database.Fault(err, "artifact")
		}
		return a.record(ctx, "delete.artifact", "artifact", found.ID, c.ID, map[string]any{"name": found.Name})
	})
	return found.ID, err
}

// Restore makes the content of an old version the newest version of its artifact again.
func (a *Acts) Restore(ctx context.Context, versionID string) (*models.ConversationArtifactVersion, error) {
	old, parent, err := a.Version(ctx, versionID)
	if err != nil {
		return nil, err
	}
	if _, err := a.Conversations.Write(ctx, old.ConversationID); err != nil {
		return nil, err
	}
	restored := old
	err = a.locked(ctx, old.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		latest, err := a.Keeper.Latest(ctx, []string{parent.ID})
		if v := latest[parent.ID]; err != nil || v != nil && v.SHA256 == old.SHA256 {
			restored = v
			return err // its content is the newest already
		}
		added, err := a.Keeper.Add(ctx, c, restoredVersion(old, parent, caller(ctx)))
		if err != nil {
			return err
		}
		restored = added.Version
		op := deliverable.OutputOp(parent, restored)
		op.Op, op.Actor = models.OpEdit, models.ActorUser
		if _, err := a.list(ctx, c, parent, op); err != nil {
			return err
		}
		if err := a.tellVersion(ctx, c, restored.ID); err != nil {
			return err
		}
		return a.record(ctx, "restore.version", "version", restored.ID, c.ID, map[string]any{"from": old.ID, "number": old.Number})
	})
	return restored, err
}

func restoredVersion(old *models.ConversationArtifactVersion, parent *models.ConversationArtifact, by string) store.NewVersion {
	n := versionLike(old, by)
	n.Artifact, n.Name = parent, old.Name
	return n
}

// versionLike is a new version with the stored content of another, and what was known of it.
func versionLike(v *models.ConversationArtifactVersion, by string) store.NewVersion {
	n := store.NewVersion{
		Description: v.Description, Direction: v.Direction, FileName: v.FileName, MIMEType: v.MIMEType, Detected: v.DetectedMIMEType,
		Remark: v.Remark, MadeBy: by, Content: &storage.Received{SHA256: v.SHA256, Known: true},
	}
	if v.SizeBytes != nil {
		n.Content.SizeBytes = *v.SizeBytes
	}
	return n
}

// Diff compares two versions that the caller may read.
func (a *Acts) Diff(ctx context.Context, v *models.ConversationArtifactVersion, againstID string) (*artifact.Difference, error) {
	against, _, err := a.Version(ctx, againstID)
	if err != nil {
		return nil, err
	}
	return a.Keeper.Diff(ctx, against, v)
}
