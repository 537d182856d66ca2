package metasync

import (
	"fmt"
	"strings"

	"vitrine/internal/fault"
)

// maxNamed is how many records a refusal to prune names.
const maxNamed = 10

// prune adds to what is wanted that the records go which the same source pushed before and which the push neither holds
// nor refers to. More than the limit refuse the push: a folder that was read in the wrong place looks like that.
func (d *Draft) prune(p Push, used map[string]bool) error {
	if !p.Prune {
		return nil
	}
	if p.Source == "" {
		return fault.Invalid("source", "A push that prunes says who pushes: only its own records may go.").Try("Name your folder or repository.")
	}
	gone := d.unmentioned(used)
	if len(gone) > max(0, p.PruneLimit) {
		return fault.Invalid("pruneLimit", "This would delete %d records that are gone from %s, and at most %d may go: %s.", len(gone), p.Source, p.PruneLimit, namesOf(gone)).
			Try(fmt.Sprintf("If they are meant to go, raise the limit to %d.", len(gone)), "Look whether the whole folder was read.")
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
