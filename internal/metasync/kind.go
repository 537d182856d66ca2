package metasync

import (
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// kind is one collection apart from its storage: its names, its fields and the rules of a row.
type kind interface {
	// name returns the collection's name, such as artifact-types.
	name() string
	// target returns the audit log's name of a record.
	target(id string) string
	// entity returns the reference's name of the collection, such as MJ: Artifact Types.
	entity() string
	called(name string) bool
	field(name string) (spec, bool)
	specs() []spec
	fieldNames() []string
	// build applies values to base (nil: a new row); the row has only these fields. Its errors are faults at fields.
	build(base models.Declared, id string, values map[string]models.JSON) (Row, []error)
	// blankRow returns a new row before its fields are set.
	blankRow() Row
	// row returns the row of a stored record.
	row(d models.Declared) Row
	// decode returns a row from the audit log.
	decode(kept models.JSON) (Row, error)
}

// spec describes a field for the rest of the package.
type spec struct {
	name   string   // the API's spelling
	theirs string   // the reference's spelling
	also   []string // other accepted names
	refers string   // the collection whose ids it holds; empty for none
	words  *string  // the separator of the words of its values in the reference; nil when its values are not words
}

// field is one column of a table.
type field[T any] struct {
	spec
	get func(*T) models.JSON
	set func(*T, models.JSON) error
}

// column returns a field with its column and its parser.
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

// referring sets the collection whose ids the field holds.
func (f field[T]) referring(collection string) field[T] { f.refers = collection; return f }

// stored returns the canonical value of a column; nil lists become empty ones. Encoding makes every other value
// canonical except JSON, which keeps its own spelling.
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

// column sets the reference's spelling of the field, where it differs.
func (f field[T]) column(theirs string) field[T] { f.theirs = theirs; return f }

// joined sets the separator of words in the reference: TOOLS_ONLY is ToolsOnly, SYSTEM_ONLY is System Only.
func (f field[T]) joined(by string) field[T] { f.words = &by; return f }

// names lists the accepted names of the field, in any case.
func (s spec) names() []string { return append([]string{s.name, s.theirs}, s.also...) }

func (s spec) called(name string) bool {
	return slices.ContainsFunc(s.names(), func(a string) bool { return strings.EqualFold(a, name) })
}

// declared is a pointer to the model of a declared record.
type declared[T any] interface {
	*T
	models.Declared
}

// table is a kind defined by its fields.
type table[T any, P declared[T]] struct {
	collection string
	about      string   // as in audit lines
	entities   []string // the reference's names
	blank      T        // a new row before its fields are set
	fields     []field[T]
}

func (n *table[T, P]) name() string            { return n.collection }
func (n *table[T, P]) entity() string          { return "MJ: " + n.entities[0] }
func (n *table[T, P]) target(id string) string { return n.about + ":" + id }

// called reports whether name is the collection's name or a reference's entity name, with or without its prefix.
func (n *table[T, P]) called(name string) bool {
	name = strings.TrimPrefix(strings.TrimSpace(name), "MJ: ")
	return strings.EqualFold(n.collection, name) || slices.ContainsFunc(n.entities, func(e string) bool { return strings.EqualFold(e, name) })
}

func (n *table[T, P]) field(name string) (spec, bool) {
	if strings.EqualFold(name, "id") {
		return spec{name: "id"}, true
	}
	i := slices.IndexFunc(n.fields, func(f field[T]) bool { return f.called(name) })
	if i < 0 {
		return spec{}, false
	}
	return n.fields[i].spec, true
}

func (n *table[T, P]) specs() []spec {
	specs := make([]spec, len(n.fields))
	for i, f := range n.fields {
		specs[i] = f.spec
	}
	return specs
}

func (n *table[T, P]) fieldNames() []string {
	names := make([]string, len(n.fields))
	for i, f := range n.fields {
		names[i] = f.name
	}
	return names
}

func (n *table[T, P]) build(base models.Declared, id string, values map[string]models.JSON) (Row, []error) {
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

func (n *table[T, P]) setAll(t *T, values map[string]models.JSON) (errs []error) {
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

func (n *table[T, P]) row(d models.Declared) Row {
	return n.rowOf(d, func(string) bool { return true })
}

func (n *table[T, P]) rowOf(d models.Declared, with func(field string) bool) Row {
	h, t := d.Head(), (*T)(d.(P))
	r := Row{Collection: n.collection, ID: *h.ID, Name: *h.Name, Revision: *h.Revision, declared: d, Fields: make(map[string]models.JSON, len(n.fields))}
	for _, f := range n.fields {
		if with(f.name) {
			r.Fields[f.name] = f.get(t)
		}
	}
	return r
}

func (n *table[T, P]) blankRow() Row {
	t := n.blank
	return n.row(P(&t))
}

func (n *table[T, P]) decode(kept models.JSON) (Row, error) {
	t := n.blank
	if err := kept.Decode(&t); err != nil {
		return Row{}, err
	}
	return n.row(P(&t)), nil
}

// at sets the field of a fault that has none yet.
func at(name string, err error) error {
	if f := fault.As(err); f != nil && f.Field == "" {
		return f.At(name)
	}
	return err
}
