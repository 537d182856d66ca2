package turn

import (
	"context"
	"io"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/tool"
	"vitrine/models"
)

// Artifact finds an artifact that the caller may read. What they may not read does not exist for them, in the same words.
func (a *Acts) Artifact(ctx context.Context, id string) (*models.ConversationArtifact, error) {
	return a.readable(ctx, "artifact", func() (*models.ConversationArtifact, error) { return a.Keeper.Artifact(ctx, id) })
}

// Version finds a version that the caller may read, with its artifact.
func (a *Acts) Version(ctx context.Context, id string) (v *models.ConversationArtifactVersion, parent *models.ConversationArtifact, err error) {
	parent, err = a.readable(ctx, "version", func() (*models.ConversationArtifact, error) {
		if v, err = a.Keeper.Version(ctx, id); err != nil {
			return nil, err
		}
		return a.Keeper.Artifact(ctx, v.ArtifactID)
	})
	return v, parent, err
}

func (a *Acts) readable(ctx context.Context, noun string, find func() (*models.ConversationArtifact, error)) (*models.ConversationArtifact, error) {
	if _, err := auth.Need(ctx); err != nil {
		return nil, err
	}
	found, err := find()
	if err != nil {
		return nil, err
	}
	_, err = a.Conversations.Read(ctx, found.ConversationID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && !Shown(ctx, found) {
		return nil, fault.NotFound(noun)
	}
	return found, err
}

// Shown reports whether the caller may see an artifact of a conversation that they may read.
func Shown(ctx context.Context, a *models.ConversationArtifact) bool {
	return a.Visibility != models.VisibilitySystemOnly || auth.Who(ctx).May(auth.ReadAll)
}

// SetForceToolsOnly narrows a version to tools, or gives it back its type's default.
func (a *Acts) SetForceToolsOnly(ctx context.Context, versionID string, force bool) (*models.ConversationArtifactVersion, error) {
	v, _, err := a.Version(ctx, versionID)
	if err != nil {
		return nil, err
	}
	if _, err := a.Conversations.Write(ctx, v.ConversationID); err != nil {
		return nil, err
	}
	err = a.locked(ctx, v.ConversationID, func(ctx context.Context, c *models.Conversation) error {
		if err := a.Keeper.SetForceToolsOnly(ctx, v, force); err != nil {
			return err
		}
		if err := a.tellVersion(ctx, c, v.ID); err != nil {
			return err
		}
		return a.record(ctx, "update.version", "version", v.ID, c.ID, map[string]any{"forceToolsOnly": force})
	})
	return v, err
}

// ReadContent gives the whole content of a version that the caller may read, and records that it was read and through what.
func (a *Acts) ReadContent(ctx context.Context, v *models.ConversationArtifactVersion, through string) ([]byte, error) {
	if _, _, err := a.Version(ctx, v.ID); err != nil {
		return nil, err
	}
	content, err := a.Keeper.Read(ctx, v.SHA256, valueOr(v.SizeBytes, a.MaxFileBytes))
	if err != nil {
		return nil, err
	}
	return content, a.record(ctx, "read.version", "version", v.ID, v.ConversationID, map[string]any{"through": through})
}

// document is a version as tool libraries read it.
func (a *Acts) document(v *models.ConversationArtifactVersion) tool.Document {
	d := tool.Document{
		Name: v.FileName, MIMEType: v.MIMEType, DetectedMIMEType: v.DetectedMIMEType, SHA256: v.SHA256,
		Open: func(ctx context.Context) (io.ReadSeekCloser, error) { return a.Keeper.Open(ctx, v.SHA256) },
	}
	if v.SizeBytes != nil {
		d.SizeBytes = *v.SizeBytes
	}
	return d
}
