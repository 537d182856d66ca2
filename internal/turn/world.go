package turn

import (
	"context"

	"vitrine/internal/artifact"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// world fills in what the directive may refer to: the catalog of outputs, the source and the artifact on the message.
func (a *Acts) world(ctx context.Context, c *closing) (artifact.Turn, error) {
	t := c.turn()
	outputs, err := a.outputs(ctx, c.conversation.ID, c.Ending)
	if err != nil {
		return t, err
	}
	newest := ""
	for _, o := range outputs {
		if o.LatestID > newest {
			newest, t.NewestID = o.LatestID, o.ID
		}
		t.Catalog = append(t.Catalog, artifact.CatalogEntry{ArtifactID: o.ID, Name: o.Name, Editable: true}) // the caller may write here
	}
	if t.SourceID != "" {
		if t.SourceKnown, err = a.sourceKnown(ctx, c, t.SourceID); err != nil {
			return t, err
		}
	}
	if c.message != nil {
		t.OnMessageID, err = a.onMessage(ctx, c.message.ID)
	}
	return t, err
}

// output is one artifact of the catalog: the outputs that the product shows, in order of first appearance.
type output struct {
	ID, Name, Description, Letter, TypeID string
	LatestVersion                         int
	LatestID                              string // of its newest output; ids sort by birth
}

// outputs gives the catalog in one query; versions before the history floor do not count.
func (a *Acts) outputs(ctx context.Context, conversationID string, e Ending) ([]output, error) {
	q := a.DB.From(ctx).Table("artifacts a").Joins("JOIN artifact_versions v ON v.artifact_id = a.id AND v.direction = ?", models.DirectionOutput).
		Where("a.conversation_id = ? AND a.visibility = ?", conversationID, models.VisibilityAlways)
	if e.HistoryFrom != nil {
		q = q.Where("v.created_at >= ?", *e.HistoryFrom)
	}
	var rows []output
	err := q.Select("a.id, a.name, a.description, a.letter, a.type_id, max(v.number) AS latest_version, max(v.id::text) AS latest_id").
		Group("a.id").Order("min(v.id::text)").Find(&rows).Error
	return rows, database.Fault(err, "artifact")
}

func (a *Acts) sourceKnown(ctx context.Context, c *closing, id string) (bool, error) {
	_, err := a.artifactOf(ctx, c.conversation, id)
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}

// onMessage gives the artifact of the newest output that a message shows already, empty when none.
func (a *Acts) onMessage(ctx context.Context, messageID string) (string, error) {
	var ids []string
	err := a.DB.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("direction = ?", models.DirectionOutput).
		Where("message_id = ? OR id IN (SELECT version_id FROM message_versions WHERE message_id = ?)", messageID, messageID).
		Order("id DESC").Limit(1).Pluck("artifact_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", database.Fault(err, "version")
	}
	return ids[0], nil
}
