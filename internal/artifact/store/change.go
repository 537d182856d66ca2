package store

import (
	"context"

	"gorm.io/gorm/clause"

	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/models"
	"vitrine/storage"
)

// Update changes an artifact inside the open transaction, with the conversation's row locked. It stores every field
// that change sets.
func (k *Store) Update(ctx context.Context, id string, change func(*models.ConversationArtifact) error) (*models.ConversationArtifact, error) {
	a, err := k.Artifact(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := change(a); err != nil {
		return nil, err
	}
	a.UpdatedAt = models.Now()
	return a, database.Fault(k.db.Save(ctx, a), "artifact")
}

// Delete deletes an artifact with its versions inside the open transaction. Their contents stay until a sweep finds
// that nothing uses them.
func (k *Store) Delete(ctx context.Context, a *models.ConversationArtifact) error {
	return database.Fault(k.db.From(ctx).Delete(a).Error, "artifact")
}

// ShowOn links a version to a message that shows it again, inside the open transaction.
func (k *Store) ShowOn(ctx context.Context, messageID, versionID string) error {
	link := map[string]any{"message_id": messageID, "version_id": versionID, "created_at": models.Now()}
	err := k.db.From(ctx).Table("message_versions").Clauses(clause.OnConflict{DoNothing: true}).Create(link).Error
	return database.Fault(err, "message")
}

// RecordCall stores a tool call and, because an agent has read content, its audit line, in one transaction.
func (k *Store) RecordCall(ctx context.Context, v *models.ConversationArtifactVersion, call *models.ToolCall) error {
	return k.db.Tx(ctx, func(ctx context.Context) error {
		if err := k.db.From(ctx).Create(call).Error; err != nil {
			return database.Fault(err, "tool call")
		}
		details := map[string]any{"tool": call.Tool, "success": call.Success}
		return audit.Record(ctx, k.db, auth.Audited(ctx, "read.version", "version", v.ID, v.ConversationID, details))
	})
}

// VersionLike returns a new version with the stored content and metadata of another. The caller sets Artifact or
// Type.
func VersionLike(v *models.ConversationArtifactVersion, madeBy string) NewVersion {
	n := NewVersion{
		Description: v.Description, Direction: v.Direction, FileName: v.FileName, MIMEType: v.MIMEType, Detected: v.DetectedMIMEType,
		Remark: v.Remark, MadeBy: madeBy, Content: &storage.Received{SHA256: v.SHA256, Known: true},
	}
	if v.SizeBytes != nil {
		n.Content.SizeBytes = *v.SizeBytes
	}
	return n
}
