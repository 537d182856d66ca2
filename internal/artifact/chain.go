package artifact

import "vitrine/models"

// Registry is all artifact types by id, for looking up parents without a query.
type Registry map[string]*models.ArtifactType

// RegistryOf indexes types.
func RegistryOf(types []*models.ArtifactType) Registry {
	r := make(Registry, len(types))
	for _, t := range types {
		r[t.ID] = t
	}
	return r
}

// Chain returns a type and its parents, leaf first.
func (r Registry) Chain(id string) (chain []*models.ArtifactType) {
	for t := r[id]; t != nil && len(chain) < 10; {
		chain = append(chain, t)
		if t.ParentID == nil {
			break
		}
		t = r[*t.ParentID]
	}
	return chain
}
