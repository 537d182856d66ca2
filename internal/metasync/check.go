package metasync

import (
	"fmt"
	"strings"

	"vitrine/internal/artifact"
	"vitrine/models"
)

// Checked is what can be said of records without a server.
type Checked struct {
	Problems Problems // what no server would take
	Warnings []string // what it would take, but is perhaps not meant
}

// Check looks at records apart from any server, over the types that ship with this binary. A look-up that finds nothing
// is left to the server, which knows more records.
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

// ignored names the records whose SystemSupplied the server will not take over.
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
	return []string{"SystemSupplied belongs to the types that ship with Vitrine; the server leaves it as it is in: " + strings.Join(names, ", ") + "."}
}

// ambiguous names the pushed types that only their ids tell apart.
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
