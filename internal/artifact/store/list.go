package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/models"
)

// shownOnly starts a query of model without the rows that only the system sees, unless the caller is the system. The
// column holds the artifact's id.
func (k *Store) shownOnly(ctx context.Context, model any, column string) *gorm.DB {
	q := k.db.From(ctx).Model(model)
	if auth.Who(ctx).May(auth.ReadAll) {
		return q
	}
	return q.Where(column+" NOT IN (SELECT id FROM artifacts WHERE visibility = ?)", models.VisibilitySystemOnly)
}

// ArtifactPages returns the same page of artifacts, oldest first, for many conversations in one statement.
func (k *Store) ArtifactPages(ctx context.Context, conversationIDs []string, args models.PageArgs) (map[string]*models.Connection[models.ConversationArtifact], error) {
	q := k.shownOnly(ctx, &models.ConversationArtifact{}, "id")
	of := func(a *models.ConversationArtifact) string { return a.ConversationID }
	return database.Pages(ctx, q, "conversation_id", conversationIDs, of, args, database.ByID(false, func(a *models.ConversationArtifact) string { return a.ID }))
}

// VersionPages returns the same page of versions of one direction (nil: of both), newest first, for many conversations
// in one statement.
func (k *Store) VersionPages(ctx context.Context, conversationIDs []string, direction *models.Direction, args models.PageArgs) (map[string]*models.Connection[models.ConversationArtifactVersion], error) {
	q := database.Equal(k.shownOnly(ctx, &models.ConversationArtifactVersion{}, "artifact_id"), "direction", direction)
	of := func(v *models.ConversationArtifactVersion) string { return v.ConversationID }
	return database.Pages(ctx, q, "conversation_id", conversationIDs, of, args, database.ByID(true, func(v *models.ConversationArtifactVersion) string { return v.ID }))
}

// ArtifactVersionPages returns the same page of versions, newest first, for many artifacts in one statement.
func (k *Store) ArtifactVersionPages(ctx context.Context, artifactIDs []string, args models.PageArgs) (map[string]*models.Connection[models.ConversationArtifactVersion], error) {
	q := k.db.From(ctx).Model(&models.ConversationArtifactVersion{})
	of := func(v *models.ConversationArtifactVersion) string { return v.ArtifactID }
	return database.Pages(ctx, q, "artifact_id", artifactIDs, of, args, database.Order[models.ConversationArtifactVersion]{
		Column: "number", Desc: true, Value: func(v *models.ConversationArtifactVersion) (any, string) { return v.Number, v.ID },
	})
}

// OfMessages returns the versions that came with messages or are shown again by them, oldest first, by message.
func (k *Store) OfMessages(ctx context.Context, messageIDs []string) (map[string][]*models.ConversationArtifactVersion, error) {
	var found []struct {
		models.ConversationArtifactVersion
		ShownBy string
	}
	err := k.db.From(ctx).Raw(`SELECT v.*, v.message_id AS shown_by FROM artifact_versions v WHERE v.message_id IN ?
		UNION ALL SELECT v.*, mv.message_id FROM artifact_versions v JOIN message_versions mv ON mv.version_id = v.id WHERE mv.message_id IN ?
		ORDER BY id`, messageIDs, messageIDs).Scan(&found).Error
	out := make(map[string][]*models.ConversationArtifactVersion, len(messageIDs))
	for _, id := range messageIDs {
		out[id] = nil
	}
	for i := range found {
		out[found[i].ShownBy] = append(out[found[i].ShownBy], &found[i].ConversationArtifactVersion)
	}
	return out, database.Fault(err, "version")
}

// Artifacts finds artifacts by id, in any order; absent ones are left out.
func (k *Store) Artifacts(ctx context.Context, ids []string) ([]*models.ConversationArtifact, error) {
	var rows []*models.ConversationArtifact
	return rows, database.Fault(k.db.From(ctx).Where("id IN ?", ids).Find(&rows).Error, "artifact")
}

// Versions finds versions by id, in any order; absent ones are left out.
func (k *Store) Versions(ctx context.Context, ids []string) ([]*models.ConversationArtifactVersion, error) {
	var rows []*models.ConversationArtifactVersion
	return rows, database.Fault(k.db.From(ctx).Where("id IN ?", ids).Find(&rows).Error, "version")
}

// ShownArtifacts finds the artifacts of some versions that the caller may see, by id.
func (k *Store) ShownArtifacts(ctx context.Context, versions []*models.ConversationArtifactVersion) (map[string]*models.ConversationArtifact, error) {
	ids := make([]string, 0, len(versions))
	for _, v := range versions {
		ids = append(ids, v.ArtifactID)
	}
	rows, err := k.Artifacts(ctx, ids)
	byID := make(map[string]*models.ConversationArtifact, len(rows))
	for _, r := range rows {
		if Shown(ctx, r) {
			byID[r.ID] = r
		}
	}
	return byID, err
}

// SystemOnly returns the ids of the artifacts of a conversation that only the system sees, as a set.
func (k *Store) SystemOnly(ctx context.Context, conversationID string) (map[string]bool, error) {
	var ids []string
	err := k.db.From(ctx).Model(&models.ConversationArtifact{}).
		Where("conversation_id = ? AND visibility = ?", conversationID, models.VisibilitySystemOnly).Pluck("id", &ids).Error
	hidden := make(map[string]bool, len(ids))
	for _, id := range ids {
		hidden[id] = true
	}
	return hidden, database.Fault(err, "artifact")
}

// LatestOf returns the newest version of each artifact of a conversation, at most limit of them.
func (k *Store) LatestOf(ctx context.Context, conversationID string, limit int) ([]*models.ConversationArtifactVersion, error) {
	var rows []*models.ConversationArtifactVersion
	err := k.db.From(ctx).Where("conversation_id = ?", conversationID).Select("DISTINCT ON (artifact_id) *").
		Order("artifact_id, number DESC").Limit(limit).Find(&rows).Error
	return rows, database.Fault(err, "version")
}

// Numbered finds a version of an artifact by its number.
func (k *Store) Numbered(ctx context.Context, artifactID string, number int) (*models.ConversationArtifactVersion, error) {
	var v models.ConversationArtifactVersion
	err := k.db.From(ctx).Take(&v, "artifact_id = ? AND number = ?", artifactID, number).Error
	return &v, database.Fault(err, "version")
}

// Below returns up to limit versions of an artifact, newest first, those below a number; nil starts at the newest.
func (k *Store) Below(ctx context.Context, artifactID string, number *int, limit int) ([]*models.ConversationArtifactVersion, error) {
	q := k.db.From(ctx).Where("artifact_id = ?", artifactID)
	if number != nil {
		q = q.Where("number < ?", *number)
	}
	var rows []*models.ConversationArtifactVersion
	return rows, database.Fault(q.Order("number DESC").Limit(limit).Find(&rows).Error, "version")
}

// Window selects the versions of a turn: those of the newest Messages messages up to UpTo (nil: the newest of all),
// and those without a message since the oldest of them. From excludes what was made before it.
type Window struct {
	ConversationID string
	UpTo           *models.Message
	Messages       int
	From           *time.Time
}

// InWindow returns the versions of a window, oldest first.
func (k *Store) InWindow(ctx context.Context, w Window) ([]*models.ConversationArtifactVersion, error) {
	q := k.db.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("conversation_id = ?", w.ConversationID)
	newest := k.db.From(ctx).Model(&models.Message{}).Where("conversation_id = ?", w.ConversationID)
	if m := w.UpTo; m != nil {
		newest = newest.Where("sequence <= ?", m.Sequence)
		q = q.Where("message_id IS NULL OR message_id IN (SELECT id FROM messages WHERE conversation_id = ? AND sequence <= ?)", w.ConversationID, m.Sequence)
	}
	// The window begins at its oldest message; a conversation with fewer messages is in it as a whole.
	begin := k.db.From(ctx).Table("(?) AS newest", newest.Select("created_at").Order("sequence DESC").Limit(w.Messages)).
		Select("CASE WHEN count(*) < ? THEN '-infinity' ELSE min(created_at) END", w.Messages)
	q = q.Where("CASE WHEN message_id IS NULL THEN created_at ELSE (SELECT m.created_at FROM messages m WHERE m.id = message_id) END >= (?)", begin)
	if w.From != nil {
		q = q.Where("created_at >= ?", *w.From)
	}
	var versions []*models.ConversationArtifactVersion
	return versions, database.Fault(q.Order("id").Find(&versions).Error, "version")
}

// Output is one output artifact of the catalog that the product shows.
type Output struct {
	ID, Name, Description, Letter, TypeID string
	LatestVersion                         int
	LatestID                              string // of its newest output; ids sort by creation
}

// Outputs returns the catalog of a conversation in the order of first appearance, in one query. Versions before from
// (nil: none) do not count.
func (k *Store) Outputs(ctx context.Context, conversationID string, from *time.Time) ([]Output, error) {
	q := k.db.From(ctx).Table("artifacts a").Joins("JOIN artifact_versions v ON v.artifact_id = a.id AND v.direction = ?", models.DirectionOutput).
		Where("a.conversation_id = ? AND a.visibility = ?", conversationID, models.VisibilityAlways)
	if from != nil {
		q = q.Where("v.created_at >= ?", *from)
	}
	var rows []Output
	err := q.Select("a.id, a.name, a.description, a.letter, a.type_id, max(v.number) AS latest_version, max(v.id::text) AS latest_id").
		Group("a.id").Order("min(v.id::text)").Find(&rows).Error
	return rows, database.Fault(err, "artifact")
}

// OutputOn returns the id of the artifact of the newest output that a message shows, empty when it shows none.
func (k *Store) OutputOn(ctx context.Context, messageID string) (string, error) {
	var ids []string
	err := k.db.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("direction = ?", models.DirectionOutput).
		Where("message_id = ? OR id IN (SELECT version_id FROM message_versions WHERE message_id = ?)", messageID, messageID).
		Order("id DESC").Limit(1).Pluck("artifact_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", database.Fault(err, "version")
	}
	return ids[0], nil
}

// CountInputs returns how many files of a family came with a message.
func (k *Store) CountInputs(ctx context.Context, messageID, family string) (n int64, err error) {
	q := k.db.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("message_id = ? AND direction = ?", messageID, models.DirectionInput)
	if family == "document" {
		q = q.Where("split_part(mime_type, '/', 1) NOT IN ('image', 'audio', 'video')")
	} else {
		q = q.Where("split_part(mime_type, '/', 1) = ?", family)
	}
	return n, database.Fault(q.Count(&n).Error, "version")
}
