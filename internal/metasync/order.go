package metasync

import (
	"cmp"
	"slices"
	"strings"
)

// Puts returns the rows that are created or changed, each after those that it refers to.
func (d *Draft) Puts() []Wanted { return inOrder(d.puts(), d.final.parents) }

func (d *Draft) puts() []Wanted {
	return d.only(append(slices.Clone(d.Plan.Creates), d.Plan.Updates...))
}

// Removals returns the rows that are deleted, those that refer to others first.
func (d *Draft) Removals() []Wanted {
	parents, _ := finalOf(d.stored, nil)
	rows := inOrder(d.only(d.Plan.Deletes), parents.parents)
	slices.Reverse(rows)
	return rows
}

func (d *Draft) only(changes []Change) (rows []Wanted) {
	ids := make(map[string]bool, len(changes))
	for _, c := range changes {
		ids[c.Collection+"/"+c.ID] = true
	}
	for _, w := range d.wanted {
		if ids[w.Collection+"/"+w.ID] {
			rows = append(rows, w)
		}
	}
	return rows
}

// inOrder sorts rows so that each is after those that it refers to, and every step leaves valid references.
func inOrder(wanted []Wanted, parents map[string]string) []Wanted {
	depth := func(w Wanted) int {
		d := 0
		for up := parents[w.ID]; up != "" && d <= maxDepth; up = parents[up] {
			d++
		}
		return d
	}
	sortedRows := slices.Clone(wanted)
	slices.SortStableFunc(sortedRows, func(a, b Wanted) int {
		return cmp.Or(cmp.Compare(rank(a.Collection), rank(b.Collection)), cmp.Compare(depth(a), depth(b)))
	})
	return sortedRows
}

func rank(collection string) int {
	return slices.IndexFunc(kinds, func(k kind) bool { return strings.EqualFold(k.name(), collection) })
}

// InTheWay returns the stored rows whose name another row takes in this push. They are renamed first, so that two
// records can swap their names. A plan has no duplicate names, hence each of them gets another name or is deleted.
func (d *Draft) InTheWay() (rows []*Row) {
	for _, w := range d.puts() {
		if row := d.known.byName[named(w.Collection, w.Name)]; row != nil && row.ID != w.ID {
			rows = append(rows, row)
		}
	}
	return rows
}
