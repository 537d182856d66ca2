package turn

import (
	"context"
	"io"

	"vitrine/internal/tool"
	"vitrine/models"
)

// document returns a version in the form that tool libraries read.
func (a *Turns) document(v *models.ConversationArtifactVersion) tool.Document {
	d := tool.Document{
		Name: v.FileName, MIMEType: v.MIMEType, DetectedMIMEType: v.DetectedMIMEType, SHA256: v.SHA256,
		Open: func(ctx context.Context) (io.ReadSeekCloser, error) { return a.Artifacts.Open(ctx, v.SHA256) },
	}
	if v.SizeBytes != nil {
		d.SizeBytes = *v.SizeBytes
	}
	return d
}
