package metasync

import (
	"fmt"
	"strings"

	"vitrine/internal/artifact"
	"vitrine/models"
)

// Checked is the result of a check without a server.
type Checked struct {
	Problems Problems // refused by every server
	Warnings []string // accepted, but probably a mistake
}

// Check checks records without a server, over the types that ship with this binary. A look-up without a match is left
// to the server, which knows more records.
func Check(records []models.JSON) (Checked, error) {
	shipped, err := shippedRows()
	if err != nil {
		return Checked{}, err
	}
	items, problems := readItems(records)
	r := &resolver{known: identityOf(shipped, nil), stored: shipped, items: items, offline: true}
	wanted, err := r.resolve()
	if err != nil {
		return Checked{}, err
	}
	_, clashes := finalOf(shipped, wanted)
	problems = append(append(problems, r.problems...), clashes...)
	return Checked{Problems: problems, Warnings: append(ignored(items), ambiguous(wanted)...)}, nil
}

func shippedRows() ([]Row, error) {
	records, err := Shipped()
	if err != nil {
		return nil, err
	}
	return rowsOf(records, &resolver{shipped: true})
}

// ignored warns of records whose SystemSupplied the server ignores.
func ignored(items []*item) []string {
	var names []string
	for _, it := range items {
		raw, given := it.raw[fieldSystemSupplied]
		shipped := it.stored != nil && same(it.stored.Fields[fieldSystemSupplied], Canonical(raw))
		if given && !shipped && string(Canonical(raw)) != "false" {
			names = append(names, it.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"SystemSupplied is for the types that ship with Vitrine; the server does not change it in: " + strings.Join(names, ", ") + "."}
}

// ambiguous warns of pushed types that only their ids distinguish.
func ambiguous(wanted []Wanted) (warnings []string) {
	var pushed []*models.ArtifactType
	for _, w := range wanted {
		if t, ok := w.declared.(*models.ArtifactType); ok {
			pushed = append(pushed, t)
		}
	}
	for _, c := range artifact.Conflicts(pushed) {
		warnings = append(warnings, fmt.Sprintf("%s all claim %s with priority %d; give one of them a higher priority.", strings.Join(c.Names(), ", "), c.ContentType, c.Priority))
	}
	return warnings
}

func (w Wanted) kind() kind { return kindCalled(w.Collection) }
