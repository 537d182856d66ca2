// Package catalog stores the declared nouns: artifact types, models, agents and projects. They have unique names and
// count their changes; one generic Store serves them all. It does not know what a noun means: the rules of a noun are
// its Validate and the store's Check. Resolvers, the acts and metasync/push call it.
package catalog

import (
	"context"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Noun is a pointer to a declared noun.
type Noun[T any] interface {
	*T
	models.Declared
}

// Store reads and changes the rows of one declared noun.
type Store[T any, P Noun[T]] struct {
	db    *database.DB
	about string // the noun in camel case, for audit lines
	// Check holds rules that need other rows; nil when there are none. It runs inside the transaction of the change.
	Check func(ctx context.Context, p P) error

	searched []string // the columns that a list's text is searched in
}

// New returns the store of a noun; about is its name in camel case, for audit lines.
func New[T any, P Noun[T]](db *database.DB, about string) *Store[T, P] {
	return &Store[T, P]{db: db, about: about, searched: []string{"name"}}
}

func (s *Store[T, P]) query(ctx context.Context) *gorm.DB { return s.db.From(ctx).Model(new(T)) }

// All returns every row, by name.
func (s *Store[T, P]) All(ctx context.Context) ([]*T, error) {
	var rows []*T
	err := s.query(ctx).Order("lower(name)").Find(&rows).Error
	return rows, database.Fault(err, s.noun())
}

// Get finds a row by id.
func (s *Store[T, P]) Get(ctx context.Context, id string) (P, error) {
	id, err := models.ParseID(s.noun(), id)
	if err != nil {
		return nil, err
	}
	return s.take(s.query(ctx).Where("id = ?", id))
}

// Named finds a row by name, case ignored.
func (s *Store[T, P]) Named(ctx context.Context, name string) (P, error) {
	return s.take(s.query(ctx).Where("lower(name) = lower(?)", strings.TrimSpace(name)))
}

// Find finds a row by id or by name; exactly one of them must be given.
func (s *Store[T, P]) Find(ctx context.Context, id, name *string) (P, error) {
	switch {
	case id != nil && name == nil:
		return s.Get(ctx, *id)
	case name != nil && id == nil:
		return s.Named(ctx, *name)
	}
	return nil, fault.Invalid("id", "Set either id or name.")
}

// Many finds rows by id, in any order; absent ones are left out.
func (s *Store[T, P]) Many(ctx context.Context, ids []string) ([]*T, error) {
	var rows []*T
	err := s.query(ctx).Where("id IN ?", ids).Find(&rows).Error
	return rows, database.Fault(err, s.noun())
}

// Create stores a new row.
func (s *Store[T, P]) Create(ctx context.Context, p P) error {
	h, now := p.Head(), models.Now()
	if *h.ID == "" {
		*h.ID = models.NewID()
	}
	*h.Revision, *h.CreatedAt, *h.UpdatedAt = 1, now, now
	if err := p.Validate(); err != nil {
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context) error {
		if err := s.check(ctx, p); err != nil {
			return err
		}
		if err := s.db.From(ctx).Create(p).Error; err != nil {
			return s.taken(err, p)
		}
		return s.record(ctx, "create", p, nil)
	})
}

// Update changes a row under a lock. If expected is given and the row has another revision, it returns
// a CONFLICT fault and changes nothing.
func (s *Store[T, P]) Update(ctx context.Context, id string, expected *int, change func(P) error) (P, error) {
	var p P
	err := s.db.Tx(ctx, func(ctx context.Context) (err error) {
		if p, err = s.lock(ctx, id, expected); err != nil {
			return err
		}
		before := models.ToJSON(p)
		if err := change(p); err != nil {
			return err
		}
		if err := p.Validate(); err != nil {
			return err
		}
		return s.save(ctx, p, before)
	})
	return p, err
}

func (s *Store[T, P]) save(ctx context.Context, p P, before models.JSON) error {
	if string(models.ToJSON(p)) == string(before) {
		return nil // nothing changed: no revision, no audit line
	}
	if err := s.check(ctx, p); err != nil {
		return err
	}
	h := p.Head()
	*h.Revision++
	*h.UpdatedAt = models.Now()
	if err := s.db.From(ctx).Select("*").Updates(p).Error; err != nil {
		return s.taken(err, p)
	}
	return s.record(ctx, "update", p, map[string]any{"name": *h.Name, "before": before, "after": models.ToJSON(p)})
}

// Delete deletes a row that nothing refers to.
func (s *Store[T, P]) Delete(ctx context.Context, id string, expected *int) (string, error) {
	var p P
	err := s.db.Tx(ctx, func(ctx context.Context) (err error) {
		if p, err = s.lock(ctx, id, expected); err != nil {
			return err
		}
		if err := s.db.From(ctx).Delete(p).Error; err != nil {
			return database.Fault(err, s.noun())
		}
		return s.record(ctx, "delete", p, nil)
	})
	if err != nil {
		return "", err
	}
	return *p.Head().ID, nil
}

func (s *Store[T, P]) lock(ctx context.Context, id string, expected *int) (P, error) {
	id, err := models.ParseID(s.noun(), id)
	if err != nil {
		return nil, err
	}
	p, err := s.take(s.query(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	if have := *p.Head().Revision; expected != nil && *expected != have {
		return nil, fault.Conflict("This %s has changed since you loaded it: it is at revision %d, you expected %d.", s.noun(), have, *expected).
			At("expectedRevision").With("revision", have).Try("Load it again and repeat your change.")
	}
	return p, nil
}

func (s *Store[T, P]) take(q *gorm.DB) (P, error) {
	p := P(new(T))
	if err := q.Take(p).Error; err != nil {
		return nil, database.Fault(err, s.noun())
	}
	return p, nil
}

func (s *Store[T, P]) check(ctx context.Context, p P) error {
	if s.Check == nil {
		return nil
	}
	return s.Check(ctx, p)
}

func (s *Store[T, P]) taken(err error, p P) error {
	if database.IsDuplicate(err) {
		return fault.Conflict("There is already %s named %q.", article(s.noun()), *p.Head().Name).At("name").Because(err)
	}
	return database.Fault(err, s.noun())
}

func (s *Store[T, P]) record(ctx context.Context, verb string, p P, details map[string]any) error {
	h := p.Head()
	if details == nil {
		details = map[string]any{"name": *h.Name}
	}
	return audit.Record(ctx, s.db, auth.Audited(ctx, verb+"."+s.about, s.about, *h.ID, "", details))
}

func (s *Store[T, P]) noun() string { return P(new(T)).Head().Noun }

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
