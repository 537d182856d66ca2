package metasync

import (
	"errors"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// errLeft says that a look-up is left to the server, which knows more records.
var errLeft = errors.New("left to the server")

// resolver turns items into wanted rows: it knows the stored rows and the other items of the push.
type resolver struct {
	known    identity
	stored   []Row
	items    []*item // grows when a look-up makes a record
	claims   map[string]*item
	open     map[visit]bool // values that are being resolved, to see circles
	shipped  bool           // the push may set SystemSupplied
	offline  bool           // a look-up that finds nothing is left to the server
	problems Problems
	failure  error // what is no fault
}

type visit struct {
	it    *item
	field string
}

// resolve gives the rows that a push wants; what is wrong with it is in problems. Its error is none of the caller's doing.
func (r *resolver) resolve() ([]Wanted, error) {
	r.claims, r.open = map[string]*item{}, map[visit]bool{}
	for _, it := range r.items {
		r.identify(it)
	}
	var wanted []Wanted
	for i := 0; i < len(r.items) && len(r.problems) <= maxProblems; i++ {
		if w, ok := r.wanted(r.items[i]); ok {
			wanted = append(wanted, w)
		}
	}
	return wanted, r.failure
}

func (r *resolver) wanted(it *item) (Wanted, bool) {
	if it.id == "" {
		return Wanted{}, false // its identity is a problem already
	}
	if it.remove {
		return Wanted{Row: Row{Collection: it.kind.name(), ID: it.id, Name: it.name}, Delete: true, at: it.at, index: it.index}, true
	}
	values, ok := r.values(it)
	if !ok {
		return Wanted{}, false
	}
	var base models.Declared
	if it.stored != nil {
		base = it.stored.declared
	}
	row, errs := it.kind.build(base, it.id, values)
	for _, err := range errs {
		r.fail(it, "", err)
	}
	if len(errs) > 0 {
		return Wanted{}, false
	}
	for field := range row.Fields {
		if _, mentioned := values[field]; !mentioned {
			delete(row.Fields, field)
		}
	}
	return Wanted{Row: row, at: it.at, index: it.index}, true
}

func (r *resolver) values(it *item) (map[string]models.JSON, bool) {
	values, ok := map[string]models.JSON{}, true
	for _, field := range sorted(it.raw) {
		if field == fieldSystemSupplied && !r.shipped {
			continue
		}
		switch v, err := r.value(it, field); {
		case errors.Is(err, errLeft):
		case err != nil:
			r.fail(it, field, err)
			ok = false
		default:
			values[field] = v
		}
	}
	return values, ok
}

// value gives a field with its references resolved: as the push has it, else as it is stored.
func (r *resolver) value(it *item, name string) (models.JSON, error) {
	raw, mentioned := it.raw[name]
	switch {
	case name == "id":
		return models.ToJSON(it.id), nil
	case !mentioned && it.stored != nil:
		return it.stored.Fields[name], nil
	case !mentioned:
		return nil, nil
	}
	here := visit{it, name}
	if r.open[here] {
		return nil, fault.Invalid("", "The references lead back to this field.")
	}
	r.open[here] = true
	defer delete(r.open, here)
	return r.expand(it, name, raw)
}

func (r *resolver) expand(it *item, name string, raw models.JSON) (models.JSON, error) {
	field, _ := it.kind.field(name)
	if field.refers == "" && !strings.Contains(string(raw), "@") {
		return raw, nil
	}
	var v any
	if err := raw.Decode(&v); err != nil {
		return nil, fault.Invalid("", "This is no JSON value.")
	}
	v, err := r.follow(it, v)
	if err == nil && field.refers != "" {
		v, err = r.ids(field.refers, v)
	}
	return models.ToJSON(v), err
}

// follow resolves the references within a value.
func (r *resolver) follow(it *item, v any) (_ any, err error) {
	switch v := v.(type) {
	case string:
		return r.reference(it, v)
	case []any:
		for i := range v {
			if v[i], err = r.follow(it, v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = r.follow(it, v[k]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// reference resolves one text; a text that begins with @ and is no reference passes.
func (r *resolver) reference(it *item, s string) (any, error) {
	word, rest, ok := strings.Cut(s, ":")
	if !ok {
		return s, nil
	}
	switch word {
	case "@lookup":
		return r.lookup(s, 0)
	case "@parent":
		return r.relative(it.parent, s, rest)
	case "@root":
		if it.parent == nil {
			return r.relative(nil, s, rest)
		}
		return r.relative(it.root, s, rest)
	case "@file", "@env", "@url", "@template", "@include":
		return nil, fault.Invalid("", "%s is for the command that reads the folder; the server does not resolve %q.", word, s).
			Try("Push with vitrine sync, or send the value itself.")
	}
	return s, nil
}

func (r *resolver) relative(to *item, s, name string) (v any, err error) {
	if to == nil {
		return nil, fault.Invalid("", "%q stands in a record that is not related to another.", s)
	}
	field, ok := to.kind.field(name)
	if !ok {
		return nil, fault.Invalid("", "%q asks for a field that %s do not have.", s, to.kind.name())
	}
	value, err := r.value(to, field.name)
	if err != nil {
		return nil, err
	}
	return v, value.Decode(&v)
}

// fail keeps a fault as a problem of an item, and anything else for the log.
func (r *resolver) fail(it *item, field string, err error) {
	p, err := it.trouble(field, err)
	if err != nil {
		r.failure = errors.Join(r.failure, err)
		return
	}
	r.problems.add(p)
}
