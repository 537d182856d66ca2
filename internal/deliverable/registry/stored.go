package registry

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/models"
)

// Keep folds operations on what Vitrine itself stores, uploads and outputs, into a locked conversation. A version of
// an artifact that holds the content of an observed file changes that file's row; every other artifact has a row of
// its own.
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

// Forget removes the row of a deleted artifact from a locked conversation. An observed file whose content the
// artifact held keeps its row.
func (r *Registry) Forget(ctx context.Context, c *models.Conversation, artifactID string) error {
	row, err := r.storedRow(ctx, artifactID)
	if err != nil || row == nil {
		return err
	}
	return r.unlist(ctx, c, []*models.Deliverable{row})
}

// storedRow returns the row of an artifact that Vitrine itself stores; nil when the artifact holds an observed file.
func (r *Registry) storedRow(ctx context.Context, artifactID string) (*models.Deliverable, error) {
	rows, err := r.ByArtifact(ctx, artifactID)
	if row := rows[artifactID]; row != nil && deliverable.IsStored(row) {
		return row, nil
	}
	return nil, err
}

// Hold records, inside the open transaction, that an artifact holds the content of a row. It appends no event: the
// version has one, and a second one for the row would open a new document twice.
func (r *Registry) Hold(ctx context.Context, row *models.Deliverable, artifactID string) error {
	err := r.db.From(ctx).Model(row).UpdateColumn("artifact_id", artifactID).Error
	if err == nil {
		row.ArtifactID = &artifactID
	}
	return database.Fault(err, "deliverable")
}

// Retitle sets the name of the row of an artifact that Vitrine itself stores to the artifact's, inside the open
// transaction, and returns the row; nil when there is none.
func (r *Registry) Retitle(ctx context.Context, a *models.ConversationArtifact) (*models.Deliverable, error) {
	row, err := r.storedRow(ctx, a.ID)
	if err != nil || row == nil {
		return nil, err
	}
	row.Name = a.Name
	return row, database.Fault(r.db.From(ctx).Model(row).UpdateColumn("name", a.Name).Error, "deliverable")
}

// KeepArtifact folds one operation on an artifact that Vitrine itself stores into a locked conversation, and returns
// the row; nil for an artifact that only the system sees, which is never listed.
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
