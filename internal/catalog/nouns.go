package catalog

import (
	"context"

	"vitrine/internal/database"
	"vitrine/internal/extract"
	"vitrine/internal/fault"
	"vitrine/internal/provider"
	"vitrine/internal/tool"
	"vitrine/models"
)

// The stores of the declared nouns.
type (
	// Types stores artifact types.
	Types = Store[models.ArtifactType, *models.ArtifactType]
	// Models stores models.
	Models = Store[models.Model, *models.Model]
	// Agents stores agents.
	Agents = Store[models.Agent, *models.Agent]
	// Projects stores projects.
	Projects = Store[models.Project, *models.Project]
)

// NewTypes returns the store of types. A type's tool library must exist, its parent must not be a descendant, and its
// extract rules must compile.
func NewTypes(db *database.DB) *Types {
	s := New[models.ArtifactType](db, "artifactType")
	s.searched = []string{"name", "content_type"}
	s.Check = func(ctx context.Context, t *models.ArtifactType) error {
		if err := knownLibrary(t); err != nil {
			return err
		}
		if _, err := extract.Parse(t.ExtractRules); err != nil {
			return err
		}
		return acyclic(ctx, s, t)
	}
	return s
}

// NewModels returns a store of models.
func NewModels(db *database.DB) *Models {
	s := New[models.Model](db, "model")
	s.Check = func(_ context.Context, m *models.Model) error {
		_, err := provider.Find(m.Provider)
		return err
	}
	return s
}

// NewProjects returns a store of projects.
func NewProjects(db *database.DB) *Projects { return New[models.Project](db, "project") }

// NewAgents returns the store of agents, whose default type and model must exist.
func NewAgents(db *database.DB, types *Types, drivers *Models) *Agents {
	s := New[models.Agent](db, "agent")
	s.Check = func(ctx context.Context, a *models.Agent) error {
		if a.DefaultArtifactTypeID != nil {
			if _, err := types.Get(ctx, *a.DefaultArtifactTypeID); err != nil {
				return invalidReference(err, "defaultArtifactTypeId")
			}
		}
		if a.DefaultModelID != nil {
			if _, err := drivers.Get(ctx, *a.DefaultModelID); err != nil {
				return invalidReference(err, "defaultModelId")
			}
		}
		return nil
	}
	return s
}

func knownLibrary(t *models.ArtifactType) error {
	if t.ToolLibrary == nil {
		return nil
	}
	l := tool.Find(*t.ToolLibrary)
	if l == nil {
		return fault.Invalid("toolLibrary", "There is no tool library %q.", *t.ToolLibrary).
			Try("Use a name that the query toolLibraries returns.")
	}
	name := l.Name()
	t.ToolLibrary = &name
	return nil
}

// acyclic follows the parents of a type; the limit of ten is far above any sensible tree.
func acyclic(ctx context.Context, s *Types, t *models.ArtifactType) error {
	for parent, depth := t.ParentID, 0; parent != nil; depth++ {
		if *parent == t.ID || depth == 10 {
			return fault.Invalid("parentId", "The parents of a type must not lead back to it, and there must be at most ten of them.")
		}
		up, err := s.Get(ctx, *parent)
		if err != nil {
			return invalidReference(err, "parentId")
		}
		parent = up.ParentID
	}
	return nil
}

// invalidReference turns a NOT_FOUND fault of a referenced row into an INVALID fault of the field that refers to it.
func invalidReference(err error, field string) error {
	if f := fault.As(err); f != nil && f.Code == fault.CodeNotFound {
		return fault.Invalid(field, "%s", f.Message).Because(err)
	}
	return err
}
