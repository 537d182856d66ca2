package metasync

import (
	"context"
	"log/slog"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/metasync/folder"
	"vitrine/metadata"
	"vitrine/models"
)

// PushShipped pushes the types that ship with this binary, at each start. It makes what is missing and updates what nobody
// touched; a record that somebody edited, deleted or made first stays as it is and is listed in the log.
func (s *Service) PushShipped(ctx context.Context) error {
	records, err := Shipped()
	if err != nil {
		return err
	}
	var left []string
	out, err := s.apply(auth.With(ctx, auth.System), Push{Records: records, Source: ShippedSource}, func(d *draft) {
		left = d.leaveAlone()
	})
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "shipped metadata is in place", "created", len(out.Plan.Creates), "updated", len(out.Plan.Updates), "unchanged", len(out.Plan.Unchanged))
	if len(left) > 0 {
		slog.WarnContext(ctx, "shipped metadata that somebody changed was left alone", "records", left)
	}
	return nil
}

// Shipped gives the records that ship with this binary.
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

// leaveAlone takes out of the draft what the shipped push must not touch, and names it.
func (d *draft) leaveAlone() (left []string) {
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

// touched gives the ids of records that somebody changed, deleted or made under the same name, where the push would make a
// difference, and of those that would refer to one that will not be there.
func (d *draft) touched() map[string]bool {
	touched := map[string]bool{}
	for _, c := range d.plan.Conflicts {
		touched[c.wantedID] = true
	}
	pushed := map[string]bool{}
	for _, p := range d.last {
		pushed[p.RecordID] = true
	}
	for _, u := range d.plan.Updates {
		if !pushed[u.ID] {
			touched[u.ID] = true
		}
	}
	missing := map[string]bool{}
	for _, c := range d.plan.Creates {
		missing[c.ID] = touched[c.ID]
	}
	for range d.wanted { // a chain of parents is no longer than the push
		for _, w := range d.wanted {
			if missing[d.final.parents[w.ID]] && !touched[w.ID] {
				touched[w.ID], missing[w.ID] = true, true
			}
		}
	}
	return touched
}
