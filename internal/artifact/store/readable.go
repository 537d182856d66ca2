package store

import (
	"context"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Readable finds an artifact that the caller may read. One that they may not read is reported as not found, in the
// same words.
func (k *Store) Readable(ctx context.Context, id string) (*models.ConversationArtifact, error) {
	return k.readable(ctx, "artifact", func() (*models.ConversationArtifact, error) { return k.Artifact(ctx, id) })
}

// ReadableVersion finds a version that the caller may read, with its artifact.
func (k *Store) ReadableVersion(ctx context.Context, id string) (v *models.ConversationArtifactVersion, parent *models.ConversationArtifact, err error) {
	parent, err = k.readable(ctx, "version", func() (*models.ConversationArtifact, error) {
		if v, err = k.Version(ctx, id); err != nil {
			return nil, err
		}
		return k.Artifact(ctx, v.ArtifactID)
	})
	return v, parent, err
}

func (k *Store) readable(ctx context.Context, noun string, find func() (*models.ConversationArtifact, error)) (*models.ConversationArtifact, error) {
	if _, err := auth.Need(ctx); err != nil {
		return nil, err
	}
	found, err := find()
	if err != nil {
		return nil, err
	}
	_, err = k.conversations.Read(ctx, found.ConversationID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && !Shown(ctx, found) {
		return nil, fault.NotFound(noun)
	}
	return found, err
}

// Changeable finds an artifact that the caller may change.
func (k *Store) Changeable(ctx context.Context, id string) (*models.ConversationArtifact, error) {
	found, err := k.Readable(ctx, id)
	if err != nil {
		return nil, err
	}
	_, err = k.conversations.Write(ctx, found.ConversationID)
	return found, err
}

// ChangeableVersion finds a version that the caller may change, with its artifact.
func (k *Store) ChangeableVersion(ctx context.Context, id string) (*models.ConversationArtifactVersion, *models.ConversationArtifact, error) {
	v, parent, err := k.ReadableVersion(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	_, err = k.conversations.Write(ctx, v.ConversationID)
	return v, parent, err
}

// InConversation finds an artifact of a conversation.
func (k *Store) InConversation(ctx context.Context, c *models.Conversation, id string) (*models.ConversationArtifact, error) {
	found, err := k.Artifact(ctx, id)
	if err == nil && found.ConversationID != c.ID {
		return nil, fault.NotFound("artifact")
	}
	return found, err
}

// Shown reports whether the caller may see an artifact of a conversation that they may read.
func Shown(ctx context.Context, a *models.ConversationArtifact) bool {
	return a.Visibility != models.VisibilitySystemOnly || auth.Who(ctx).May(auth.ReadAll)
}

// ReadableContent finds a version with a content that the caller may read; nil when there is none.
func (k *Store) ReadableContent(ctx context.Context, sha256 string) (*models.ConversationArtifactVersion, error) {
	visible, err := k.conversations.Visible(ctx)
	if err != nil {
		return nil, err
	}
	var found []*models.ConversationArtifactVersion
	q := k.shownOnly(ctx, &models.ConversationArtifactVersion{}, "artifact_id").
		Where("sha256 = lower(?) AND size_bytes IS NOT NULL AND conversation_id IN (?)", sha256, visible.Select("id"))
	if err := q.Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return nil, database.Fault(err, "version")
	}
	return found[0], nil
}
