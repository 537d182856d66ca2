package metasync

import (
	"fmt"
	"strings"

	"vitrine/internal/fault"
)

// maxNamed is how many records a refusal to prune names.
const maxNamed = 10

// prune adds the deletion of records that the same source pushed before and that the push neither contains nor refers
// to. It refuses the push if they exceed the limit, which happens when the wrong folder was read.
func (d *Draft) prune(p Push, used map[string]bool) error {
	if !p.Prune {
		return nil
	}
	if p.Source == "" {
		return fault.Invalid("source", "A push that prunes needs a source, because it deletes only records of its source.").Try("Name your folder or repository.")
	}
	gone := d.unmentioned(used)
	if len(gone) > max(0, p.PruneLimit) {
		return fault.Invalid("pruneLimit", "This would delete %d records that are no longer in %s, and at most %d are allowed: %s.", len(gone), p.Source, p.PruneLimit, namesOf(gone)).
			Try(fmt.Sprintf("If they should be deleted, raise the limit to %d.", len(gone)), "Check that the whole folder was read.")
	}
	d.wanted = append(d.wanted, gone...)
	return nil
}

func (d *Draft) unmentioned(used map[string]bool) (gone []Wanted) {
	wanted := map[string]bool{}
	for _, w := range d.wanted {
		wanted[w.Collection+"/"+w.ID] = true
	}
	for _, last := range d.last {
		key := last.Collection + "/" + last.RecordID
		if row := d.known.byID[key]; row != nil && !wanted[key] && !used[key] {
			gone = append(gone, Wanted{Row: Row{Collection: row.Collection, ID: row.ID, Name: row.Name}, Delete: true, index: -1})
		}
	}
	return gone
}

func namesOf(wanted []Wanted) string {
	names := make([]string, 0, maxNamed)
	for _, w := range wanted {
		if len(names) == maxNamed {
			return strings.Join(names, ", ") + " and others"
		}
		names = append(names, fmt.Sprintf("%s %q", w.Collection, w.Name))
	}
	return strings.Join(names, ", ")
}
