package metasync

import (
	"errors"

	"vitrine/internal/fault"
	"vitrine/models"
)

// errLeft reports that a look-up is left to the server, which knows more records.
var errLeft = errors.New("left to the server")

// resolver turns items into wanted rows: it knows the stored rows and the other items of the push.
type resolver struct {
	known    identity
	stored   []Row
	items    []*item // grows when a look-up creates a record
	claims   map[string]*item
	open     map[visit]bool  // values that are being resolved, to detect cycles
	used     map[string]bool // stored rows that the push refers to, by collection and id
	literal  bool            // only referring fields hold references
	shipped  bool            // the push may set SystemSupplied
	offline  bool            // a look-up without a match is left to the server
	problems Problems
	failure  error // errors that are not faults
}

type visit struct {
	it    *item
	field string
}

// resolve returns the rows that a push wants; its faults are in problems. The error is never the caller's mistake.
func (r *resolver) resolve() ([]Wanted, error) {
	r.claims, r.open, r.used = map[string]*item{}, map[visit]bool{}, map[string]bool{}
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
		return Wanted{}, false // its identity is already a problem
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

// value returns a field with its references resolved: the pushed value, else the stored one.
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
		return nil, fault.Invalid("", "The references lead back to this field: a cycle.")
	}
	r.open[here] = true
	defer delete(r.open, here)
	return r.expand(it, name, raw)
}

// fail records a fault as a problem of an item, and joins any other error to failure.
func (r *resolver) fail(it *item, field string, err error) {
	p, err := it.trouble(field, err)
	if err != nil {
		r.failure = errors.Join(r.failure, err)
		return
	}
	r.problems.add(p)
}
