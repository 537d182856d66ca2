package metasync

import (
	"vitrine/internal/fault"
	"vitrine/internal/metasync/folder"
	"vitrine/metadata"
	"vitrine/models"
)

// Shipped returns the records that ship with this binary.
func Shipped() ([]models.JSON, error) {
	read, err := folder.Read(metadata.Files, folder.Options{Name: "metadata", Collection: CollectionCalled})
	if err != nil {
		return nil, fault.Invalid("", "The metadata in this binary cannot be read.").Because(err)
	}
	records := make([]models.JSON, len(read))
	for i, r := range read {
		records[i] = models.JSON(r.JSON)
	}
	return records, nil
}

// LeaveAlone removes from the draft the records that the shipped push must not change, and returns their names.
func (d *Draft) LeaveAlone() (left []string) {
	touched := d.touched()
	kept := d.wanted[:0]
	for _, w := range d.wanted {
		if touched[w.ID] {
			left = append(left, w.Name)
			continue
		}
		kept = append(kept, w)
	}
	d.wanted = kept
	d.replan()
	return left
}

// touched returns the ids of records that somebody changed, deleted or created under the same name, where the push
// would make a difference, and of those that would refer to a missing one.
func (d *Draft) touched() map[string]bool {
	touched := map[string]bool{}
	for _, c := range d.Plan.Conflicts {
		touched[c.wantedID] = true
	}
	pushed := map[string]bool{}
	for _, p := range d.last {
		pushed[p.RecordID] = true
	}
	for _, u := range d.Plan.Updates {
		if !pushed[u.ID] {
			touched[u.ID] = true
		}
	}
	missing := map[string]bool{}
	for _, c := range d.Plan.Creates {
		missing[c.ID] = touched[c.ID]
	}
	for range d.wanted { // a chain of parents is at most as long as the push
		for _, w := range d.wanted {
			if missing[d.final.parents[w.ID]] && !touched[w.ID] {
				touched[w.ID], missing[w.ID] = true, true
			}
		}
	}
	return touched
}
