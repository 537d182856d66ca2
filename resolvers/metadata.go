package resolvers

import (
	"vitrine/graph/model"
	"vitrine/internal/metasync"
)

func plan(p metasync.Plan) *model.MetadataPlan {
	out := &model.MetadataPlan{
		Creates: metadataChanges(p.Creates), Updates: metadataChanges(p.Updates), Deletes: metadataChanges(p.Deletes),
		Unchanged: metadataChanges(p.Unchanged), Conflicts: []*model.MetadataConflict{},
	}
	for _, c := range p.Conflicts {
		out.Conflicts = append(out.Conflicts, &model.MetadataConflict{
			Collection: c.Collection, Name: c.Name, At: c.At, Field: c.Field, Pushed: c.Pushed, Present: c.Present, Wanted: c.Wanted,
			ChangedBy: c.ChangedBy, ChangedAt: c.ChangedAt,
		})
	}
	return out
}

func metadataChanges(changes []metasync.Change) []*model.MetadataChange {
	out := make([]*model.MetadataChange, len(changes))
	for i, c := range changes {
		out[i] = &model.MetadataChange{Collection: c.Collection, Name: c.Name, ID: filled(c.ID), At: c.At, Fields: []*model.MetadataFieldChange{}}
		for _, f := range c.Fields {
			out[i].Fields = append(out[i].Fields, &model.MetadataFieldChange{Field: f.Field, Before: f.Before, After: f.After})
		}
	}
	return out
}
