package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/models"
)

// Keep folds operations that come from Vitrine itself into a locked conversation: uploads and outputs. A version of an
// artifact that keeps the content of a recorded file moves that file's row; every other artifact has a row of its own.
func (r *Registry) Keep(ctx context.Context, c *models.Conversation, ops ...deliverable.Op) ([]*models.Deliverable, error) {
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

// Forget takes the row of a deleted artifact out of a locked conversation. A recorded file that the artifact kept the
// content of stays a row.
func (r *Registry) Forget(ctx context.Context, c *models.Conversation, artifactID string) error {
	row, err := r.storedRow(ctx, artifactID)
	if err != nil || row == nil {
		return err
	}
	return r.unlist(ctx, c, []*models.Deliverable{row})
}

// storedRow returns the row of what Vitrine itself keeps in an artifact; nil when the artifact keeps a recorded file.
func (r *Registry) storedRow(ctx context.Context, artifactID string) (*models.Deliverable, error) {
	rows, err := r.ByArtifact(ctx, artifactID)
	if row := rows[artifactID]; row != nil && deliverable.IsStored(row) {
		return row, nil
	}
	return nil, err
}

// Hold says, inside the open transaction, that an artifact keeps the content of a row. The event of the version that
// comes with it reports readers; another event of the row would open a newborn document twice.
func (r *Registry) Hold(ctx context.Context, row *models.Deliverable, artifactID string) error {
	err := r.db.From(ctx).Model(row).UpdateColumn("artifact_id", artifactID).Error
	if err == nil {
		row.ArtifactID = &artifactID
	}
	return database.Fault(err, "deliverable")
}

// Retitle returns the row of an artifact that Vitrine itself keeps the artifact's name, inside the open transaction;
// nil when there is no such row.
func (r *Registry) Retitle(ctx context.Context, a *models.ConversationArtifact) (*models.Deliverable, error) {
	row, err := r.storedRow(ctx, a.ID)
	if err != nil || row == nil {
		return nil, err
	}
	row.Name = a.Name
	return row, database.Fault(r.db.From(ctx).Model(row).UpdateColumn("name", a.Name).Error, "deliverable")
}

// KeepArtifact folds one operation of Vitrine's own on an artifact into a locked conversation, and returns the row; nil
// for an artifact that only the system sees, which is never listed.
func (r *Registry) KeepArtifact(ctx context.Context, c *models.Conversation, of *models.ConversationArtifact, op deliverable.Op) (*models.Deliverable, error) {
	if of.Visibility == models.VisibilitySystemOnly {
		return nil, nil
	}
	rows, err := r.Keep(ctx, c, op)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}
