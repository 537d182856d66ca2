package deliverable

import (
	"context"
	"strings"

	"vitrine/internal/database"
	"vitrine/models"
)

// storedKey is the identity of what Vitrine itself keeps: it lives on no machine.
func storedKey(artifactID string) string { return "vitrine:" + artifactID }

// UploadOp makes the operation of a file that came with a user's message.
func UploadOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	op := storedOp(a, v)
	op.Op, op.Actor, op.Kind = models.OpUpload, models.ActorUser, models.KindUpload
	return op
}

// OutputOp makes the operation of an artifact that an agent's turn put out.
func OutputOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	op := storedOp(a, v)
	op.Op, op.Actor, op.Kind = models.OpOutput, models.ActorAgent, KindOfContent(v.MIMEType, v.FileName)
	return op
}

// storedOp carries what both share; the version's id stands for the call, so that a version moves its row once.
func storedOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	return Op{
		Key: storedKey(a.ID), At: v.CreatedAt, CallID: v.ID, Name: orElse(a.Name, v.FileName), ArtifactID: a.ID, Bytes: v.SizeBytes,
	}
}

// KindOfContent judges what Vitrine keeps by its MIME type, then by its file name. It is never code: a payload of data is a
// document.
func KindOfContent(mime, fileName string) models.DeliverableKind {
	family, _, _ := strings.Cut(strings.ToLower(mime), "/")
	switch {
	case family == "image" || family == "audio" || family == "video":
		return models.KindMedia
	case strings.HasPrefix(strings.ToLower(mime), "text/html"):
		return models.KindPage
	}
	kind := kindOfExtension(fileName)
	if kind == models.KindCode || kind == models.KindOther && (family == "text" || isData(mime)) {
		return models.KindDoc
	}
	return kind
}

func isData(mime string) bool {
	return strings.HasSuffix(mime, "json") || strings.HasSuffix(mime, "xml") || strings.HasSuffix(mime, "pdf")
}

// Keep folds operations that come from Vitrine itself into a locked conversation: uploads and outputs. A version of an artifact
// that keeps the content of a witnessed file moves that file's row; every other artifact has a row of its own.
func (r *Registry) Keep(ctx context.Context, c *models.Conversation, ops ...Op) ([]*models.Deliverable, error) {
	var ids []string
	for _, op := range ops {
		if op.ArtifactID != "" {
			ids = append(ids, op.ArtifactID)
		}
	}
	holders, err := r.ByArtifact(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for i, op := range ops {
		if row := holders[op.ArtifactID]; row != nil {
			ops[i].Key = row.Key
		}
	}
	_, rows, err := r.fold(ctx, c, ops)
	return rows, err
}

// Forget takes the row of a deleted artifact out of a locked conversation. A witnessed file that the artifact kept the content
// of stays a row.
func (r *Registry) Forget(ctx context.Context, c *models.Conversation, artifactID string) error {
	row, err := r.storedRow(ctx, artifactID)
	if err != nil || row == nil {
		return err
	}
	return r.unlist(ctx, c, []*models.Deliverable{row})
}

// storedRow gives the row of what Vitrine itself keeps in an artifact; nil when the artifact keeps a witnessed file.
func (r *Registry) storedRow(ctx context.Context, artifactID string) (*models.Deliverable, error) {
	rows, err := r.ByArtifact(ctx, artifactID)
	if row := rows[artifactID]; row != nil && isStored(row) {
		return row, nil
	}
	return nil, err
}

// Hold says, inside the open transaction, that an artifact keeps the content of a row. The event of the version that comes
// with it tells readers; another event of the row would open a newborn document twice.
func (r *Registry) Hold(ctx context.Context, row *models.Deliverable, artifactID string) error {
	err := r.db.From(ctx).Model(row).UpdateColumn("artifact_id", artifactID).Error
	if err == nil {
		row.ArtifactID = &artifactID
	}
	return database.Fault(err, "deliverable")
}

// Retitle gives the row of an artifact that Vitrine itself keeps the artifact's name, inside the open transaction; nil when
// there is no such row.
func (r *Registry) Retitle(ctx context.Context, a *models.ConversationArtifact) (*models.Deliverable, error) {
	row, err := r.storedRow(ctx, a.ID)
	if err != nil || row == nil {
		return nil, err
	}
	row.Name = a.Name
	return row, database.Fault(r.db.From(ctx).Model(row).UpdateColumn("name", a.Name).Error, "deliverable")
}
