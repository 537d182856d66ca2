package resolvers

import (
	"vitrine/graph/model"
	"vitrine/internal/artifact"
	"vitrine/internal/extract"
	"vitrine/models"
)

func changeType(t *models.ArtifactType, in model.UpdateArtifactTypeInput) (err error) {
	set(&err, &t.Name, "name", in.Name)
	set(&err, &t.Description, "description", in.Description)
	set(&err, &t.Icon, "icon", in.Icon)
	setNullable(&t.ParentID, in.ParentID)
	set(&err, &t.ContentType, "contentType", in.ContentType)
	setList(&t.FileExtensions, in.FileExtensions)
	setNullable(&t.ToolLibrary, in.ToolLibrary)
	set(&err, &t.DefaultDeliveryMode, "defaultDeliveryMode", in.DefaultDeliveryMode)
	set(&err, &t.Priority, "priority", in.Priority)
	set(&err, &t.Enabled, "enabled", in.Enabled)
	set(&err, &t.Viewer, "viewer", in.Viewer)
	if rules, given := in.ExtractRules.ValueOK(); given {
		t.ExtractRules = rules
	}
	setNullable(&t.MaxBytes, in.MaxBytes)
	setNullable(&t.InlineCapBytes, in.InlineCapBytes)
	return err
}

func conflicts(types []*models.ArtifactType) []*model.ArtifactTypeConflict {
	out := []*model.ArtifactTypeConflict{}
	for _, c := range artifact.Conflicts(types) {
		out = append(out, &model.ArtifactTypeConflict{ContentType: c.ContentType, Priority: c.Priority, SystemSupplied: c.SystemSupplied, Types: c.Names()})
	}
	return out
}

func resolution(r artifact.Resolution) *model.ArtifactTypeResolution {
	out := &model.ArtifactTypeResolution{Type: r.Type, Reason: r.Reason, Candidates: []*model.ArtifactTypeCandidate{}}
	if r.Type != nil {
		out.Tier = &r.Tier
	}
	for _, c := range r.Candidates {
		out.Candidates = append(out.Candidates, &model.ArtifactTypeCandidate{Type: c.Type, Tier: c.Tier, Reason: c.Reason})
	}
	return out
}

func extracted(found []extract.Attribute) []*model.ExtractedAttribute {
	out := make([]*model.ExtractedAttribute, len(found))
	for i, a := range found {
		out[i] = &model.ExtractedAttribute{Name: a.Name, StandardProperty: filled(a.StandardProperty), Absent: a.Absent, Error: filled(a.Error)}
		if !a.Absent {
			out[i].Value = models.ToJSON(a.Value)
		}
	}
	return out
}
