package metasync

import (
	"fmt"

	"vitrine/models"
)

// maxDepth is how many parents an artifact type may have.
const maxDepth = 10

// final holds the names and the parents of types after a push.
type final struct {
	names   map[string]string // by collection and lower-case name: the id
	parents map[string]string // of types, by id
}

// finalOf lays the wanted rows over the stored ones and reports what no transaction would accept: two records of one
// name, and cycles of parents.
func finalOf(stored []Row, wanted []Wanted) (final, Problems) {
	f, problems := final{map[string]string{}, map[string]string{}}, Problems{}
	replaced := make(map[string]bool, len(wanted))
	for _, w := range wanted {
		replaced[w.Collection+"/"+w.ID] = true
	}
	for _, r := range stored {
		if !replaced[r.Collection+"/"+r.ID] {
			f.add(r)
		}
	}
	for _, w := range wanted {
		if w.Delete {
			continue
		}
		if other := f.names[named(w.Collection, w.Name)]; other != "" && other != w.ID {
			problems.add(w.problem("name", fmt.Sprintf("The name %q is used by another record.", w.Name), "Rename one of them, or set the primary key of the one you mean."))
		}
		f.add(w.Row)
	}
	return f, append(problems, f.cycles(wanted)...)
}

func (f final) add(r Row) {
	f.names[named(r.Collection, r.Name)] = r.ID
	if t, ok := r.declared.(*models.ArtifactType); ok && t.ParentID != nil {
		f.parents[r.ID] = *t.ParentID
	}
}

func (f final) cycles(wanted []Wanted) (problems Problems) {
	for _, w := range wanted {
		depth := 0
		for up := f.parents[w.ID]; up != "" && depth <= maxDepth; up = f.parents[up] {
			depth++
		}
		if depth > maxDepth {
			problems.add(w.problem("parentId", fmt.Sprintf("The parents of a type must not lead back to it, and there may be at most %d.", maxDepth)))
		}
	}
	return problems
}

func (w Wanted) problem(field, message string, remedies ...string) Problem {
	return Problem{Record: w.index, At: w.at, Collection: w.Collection, Name: w.Name, Field: field, Message: message, Remedies: remedies}
}
