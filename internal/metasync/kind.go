package metasync

import (
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// kind is one collection apart from its storage: its names, its fields and the rules of a row.
type kind interface {
	// name is the collection's, such as artifact-types.
	name() string
	// target is the audit log's name of a record.
	target(id string) string
	// entity is the reference's name of the collection, such as MJ: Artifact Types.
	entity() string
	called(name string) bool
	field(name string) (spec, bool)
	specs() []spec
	fieldNames() []string
	// build returns base (nil: a new row) with values applied; the row contains only the fields in values. Its
	// errors are faults at fields.
	build(base models.Declared, id string, values map[string]models.JSON) (Row, []error)
	// blankRow is a new row before its fields are set.
	blankRow() Row
	// row shows a stored row.
	row(d models.Declared) Row
	// decode shows a row that the audit log kept.
	decode(kept models.JSON) (Row, error)
}

// spec is what the rest of the package needs to know of a field.
type spec struct {
	name   string   // the API's spelling
	theirs string   // the reference's spelling
	also   []string // other names that are understood
	refers string   // the collection whose ids it holds; empty when it holds none
	words  *string  // what joins the words of its values in the reference; nil when its values are not words
}

// field is one column of a noun.
type field[T any] struct {
	spec
	get func(*T) models.JSON
	set func(*T, models.JSON) error
}

// column returns a field that reads and writes the row value at points to; parse decodes and checks new values.
func column[T, V any](name string, at func(*T) *V, parse func(models.JSON) (V, error), aliases ...string) field[T] {
	return field[T]{
		spec: spec{name: name, theirs: pascal(name), also: aliases},
		get:  func(row *T) models.JSON { return stored(*at(row)) },
		set: func(row *T, j models.JSON) (err error) {
			*at(row), err = parse(j)
			return err
		},
	}
}

// referring says whose ids the field holds.
func (f field[T]) referring(collection string) field[T] { f.refers = collection; return f }

// stored returns the canonical value of a column; a list that was never set is the empty one. Encoding makes every
// other value Canonical but JSON, which keeps its own spelling.
func stored(v any) models.JSON {
	switch v := v.(type) {
	case models.JSON:
		return Canonical(v)
	case []string:
		if v == nil {
			return models.JSON("[]")
		}
	}
	return models.ToJSON(v)
}

// column says how the reference spells the field, where it is not spelled alike.
func (f field[T]) column(theirs string) field[T] { f.theirs = theirs; return f }

// joined says what joins the words of its values in the reference: TOOLS_ONLY is ToolsOnly, SYSTEM_ONLY is System Only.
func (f field[T]) joined(by string) field[T] { f.words = &by; return f }

// names lists what the field may be called, whatever the case.
func (s spec) names() []string { return append([]string{s.name, s.theirs}, s.also...) }

func (s spec) called(name string) bool {
	return slices.ContainsFunc(s.names(), func(a string) bool { return strings.EqualFold(a, name) })
}

// declared is a pointer to a noun.
type declared[T any] interface {
	*T
	models.Declared
}

// noun implements kind with a table of fields.
type noun[T any, P declared[T]] struct {
	collection string
	about      string   // as in audit lines
	entities   []string // the reference's names
	blank      T        // a new row before its fields are set
	fields     []field[T]
}

func (n *noun[T, P]) name() string            { return n.collection }
func (n *noun[T, P]) entity() string          { return "MJ: " + n.entities[0] }
func (n *noun[T, P]) target(id string) string { return n.about + ":" + id }

// called takes the collection's name and the reference's entity names, with or without its prefix.
func (n *noun[T, P]) called(name string) bool {
	name = strings.TrimPrefix(strings.TrimSpace(name), "MJ: ")
	return strings.EqualFold(n.collection, name) || slices.ContainsFunc(n.entities, func(e string) bool { return strings.EqualFold(e, name) })
}

func (n *noun[T, P]) field(name string) (spec, bool) {
	if strings.EqualFold(name, "id") {
		return spec{name: "id"}, true
	}
	i := slices.IndexFunc(n.fields, func(f field[T]) bool { return f.called(name) })
	if i < 0 {
		return spec{}, false
	}
	return n.fields[i].spec, true
}

func (n *noun[T, P]) specs() []spec {
	specs := make([]spec, len(n.fields))
	for i, f := range n.fields {
		specs[i] = f.spec
	}
	return specs
}

func (n *noun[T, P]) fieldNames() []string {
	names := make([]string, len(n.fields))
	for i, f := range n.fields {
		names[i] = f.name
	}
	return names
}

func (n *noun[T, P]) build(base models.Declared, id string, values map[string]models.JSON) (Row, []error) {
	t := n.blank
	if p, ok := base.(P); ok {
		t = *p
	}
	*P(&t).Head().ID = id
	if errs := n.setAll(&t, values); len(errs) > 0 {
		return Row{}, errs
	}
	if err := P(&t).Validate(); err != nil {
		return Row{}, []error{err}
	}
	return n.rowOf(P(&t), func(field string) bool { _, given := values[field]; return given }), nil
}

func (n *noun[T, P]) setAll(t *T, values map[string]models.JSON) (errs []error) {
	for _, f := range n.fields {
		value, given := values[f.name]
		if !given {
			continue
		}
		if err := f.set(t, value); err != nil {
			errs = append(errs, at(f.name, err))
		}
	}
	return errs
}

func (n *noun[T, P]) row(d models.Declared) Row {
	return n.rowOf(d, func(string) bool { return true })
}

func (n *noun[T, P]) rowOf(d models.Declared, with func(field string) bool) Row {
	h, t := d.Head(), (*T)(d.(P))
	r := Row{Collection: n.collection, ID: *h.ID, Name: *h.Name, Revision: *h.Revision, declared: d, Fields: make(map[string]models.JSON, len(n.fields))}
	for _, f := range n.fields {
		if with(f.name) {
			r.Fields[f.name] = f.get(t)
		}
	}
	return r
}

func (n *noun[T, P]) blankRow() Row {
	t := n.blank
	return n.row(P(&t))
}

func (n *noun[T, P]) decode(kept models.JSON) (Row, error) {
	t := n.blank
	if err := kept.Decode(&t); err != nil {
		return Row{}, err
	}
	return n.row(P(&t)), nil
}

// at names the field of a fault that has none yet.
func at(name string, err error) error {
	if f := fault.As(err); f != nil && f.Field == "" {
		return f.At(name)
	}
	return err
}
