package metasync

import "vitrine/models"

// PlanOf returns what a push does: existing are the stored rows, wanted the pushed ones, last what the same source
// pushed before. Fields that a record does not mention and rows that no record mentions stay unchanged.
func PlanOf(existing []Row, wanted []Wanted, last []Pushed) Plan {
	known := identityOf(existing, last)
	before := make(map[string]Pushed, len(last))
	for _, p := range last {
		before[p.Collection+"/"+p.RecordID] = p
	}
	var plan Plan
	for _, w := range wanted {
		key := w.Collection + "/" + w.ID
		plan.take(w, known.byID[key], before[key])
		if gone, ok := known.deletedSince(w); ok {
			plan.Conflicts = append(plan.Conflicts, gone)
		}
	}
	return plan
}

func (p *Plan) take(w Wanted, present *Row, last Pushed) {
	switch {
	case w.Delete && present == nil:
		p.Unchanged = append(p.Unchanged, changeOf(w, nil))
	case w.Delete:
		p.Deletes = append(p.Deletes, Change{Collection: w.Collection, Name: present.Name, ID: w.ID, At: w.at, Fields: []FieldChange{}})
		p.Conflicts = append(p.Conflicts, conflictsOf(w, *present, last)...)
	case present == nil:
		p.Creates = append(p.Creates, changeOf(w, map[string]models.JSON{}))
	default:
		p.update(w, *present, last)
	}
}

func (p *Plan) update(w Wanted, present Row, last Pushed) {
	change := changeOf(w, present.Fields)
	if len(change.Fields) == 0 {
		p.Unchanged = append(p.Unchanged, change)
		return
	}
	p.Updates = append(p.Updates, change)
	p.Conflicts = append(p.Conflicts, conflictsOf(w, present, last)...)
}

// changeOf lists the fields that differ; none when before is nil.
func changeOf(w Wanted, before map[string]models.JSON) Change {
	c := Change{Collection: w.Collection, Name: w.Name, ID: w.ID, At: w.at, Fields: []FieldChange{}}
	if before == nil {
		return c
	}
	for _, field := range sorted(w.Fields) {
		if !same(before[field], w.Fields[field]) {
			c.Fields = append(c.Fields, FieldChange{Field: field, Before: before[field], After: w.Fields[field]})
		}
	}
	return c
}

// conflictsOf lists the fields that differ both from the source's last push and from this one. For a record to delete
// every field must be as it was last pushed.
func conflictsOf(w Wanted, present Row, last Pushed) (conflicts []Conflict) {
	for _, field := range sorted(last.Fields) {
		pushed, now, want := last.Fields[field], present.Fields[field], w.Fields[field]
		_, mentioned := w.Fields[field]
		if same(pushed, now) || !w.Delete && (!mentioned || same(now, want)) {
			continue
		}
		conflicts = append(conflicts, Conflict{
			Collection: w.Collection, Name: present.Name, Field: field, At: w.at, Pushed: pushed, Present: now, Wanted: want,
			recordID: w.ID, wantedID: w.ID, since: last.At,
		})
	}
	return conflicts
}

// deletedSince returns the conflict of a record that would be created although the source pushed one of that name
// before: somebody has deleted it.
func (k identity) deletedSince(w Wanted) (Conflict, bool) {
	last, ok := k.pushed[named(w.Collection, w.Name)]
	if !ok || w.Delete || k.byID[w.Collection+"/"+last.RecordID] != nil || k.byID[w.Collection+"/"+w.ID] != nil {
		return Conflict{}, false
	}
	name := models.ToJSON(w.Name)
	return Conflict{Collection: w.Collection, Name: w.Name, Field: "name", At: w.at, Pushed: name, Wanted: name, recordID: last.RecordID, wantedID: w.ID, since: last.At}, true
}

// same reports whether two canonical values are equal; absent is null.
func same(a, b models.JSON) bool {
	return a.IsNull() && b.IsNull() || string(a) == string(b)
}

// WithoutNewIDs returns the plan of a push that is not applied: what would be created has no id.
func (p Plan) WithoutNewIDs() Plan {
	for i := range p.Creates {
		p.Creates[i].ID = ""
	}
	return p
}
