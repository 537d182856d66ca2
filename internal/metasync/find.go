package metasync

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// lookup returns the id of the first record that a look-up matches: records of the push, then stored ones. It may
// create one.
func (r *resolver) lookup(s string, depth int) (string, error) {
	l, err := parseLookup(s)
	if err != nil {
		return "", err
	}
	if depth > maxNesting {
		return "", fault.Invalid("", "Look-ups are nested deeper than %d levels.", maxNesting)
	}
	for i, c := range l.criteria {
		if strings.HasPrefix(c.value, lookupPrefix) {
			if l.criteria[i].value, err = r.lookup(c.value, depth+1); err != nil {
				return "", err
			}
		}
	}
	if id, err := r.first(l); id != "" || err != nil {
		return id, err
	}
	switch {
	case l.create:
		return r.make(l)
	case r.offline:
		return "", errLeft
	}
	return "", fault.Invalid("", "%q matches none of the %s.", s, l.kind.name()).
		Try("Push that record too, or append ?create.")
}

func (r *resolver) first(l *lookup) (string, error) {
	if len(l.criteria) == 1 && l.criteria[0].field == "name" {
		return r.firstNamed(named(l.kind.name(), l.criteria[0].value)), nil
	}
	for _, it := range r.items {
		if it.kind != l.kind || it.remove || it.id == "" {
			continue
		}
		if ok, err := r.itemMatches(it, l.criteria); ok || err != nil {
			return it.id, err
		}
	}
	for i := range r.stored {
		if row := &r.stored[i]; row.Collection == l.kind.name() && rowMatches(row, l.criteria) && r.claims[row.Collection+"#"+row.ID] == nil {
			return r.use(row), nil
		}
	}
	return "", nil
}

// firstNamed is first without a loop, for look-ups by name, which are most of them.
func (r *resolver) firstNamed(name string) string {
	if it := r.claims[name]; it != nil && !it.remove {
		return it.id
	}
	if row := r.known.byName[name]; row != nil && r.claims[row.Collection+"#"+row.ID] == nil {
		return r.use(row)
	}
	return ""
}

// use records that the push refers to a stored row, and returns its id.
func (r *resolver) use(row *Row) string {
	r.used[row.Collection+"/"+row.ID] = true
	return row.ID
}

func (r *resolver) itemMatches(it *item, criteria []criterion) (bool, error) {
	for _, c := range criteria {
		if c.field == "id" && it.key != "" && strings.EqualFold(it.key, c.value) {
			continue
		}
		if c.field == "name" {
			if !strings.EqualFold(it.name, strings.TrimSpace(c.value)) {
				return false, nil
			}
			continue
		}
		value, err := r.value(it, c.field)
		if err != nil || !c.matches(value) {
			return false, err
		}
	}
	return true, nil
}

func rowMatches(row *Row, criteria []criterion) bool {
	for _, c := range criteria {
		value := row.Fields[c.field]
		if c.field == "id" {
			value = models.ToJSON(row.ID)
		}
		if !c.matches(value) {
			return false
		}
	}
	return true
}

// make adds the record that a look-up with ?create describes.
func (r *resolver) make(l *lookup) (string, error) {
	it := &item{at: lookupPrefix + l.kind.name(), index: -1, kind: l.kind, raw: map[string]models.JSON{}}
	it.root = it
	for _, c := range append(l.criteria, l.extra...) {
		if c.field != "id" {
			it.raw[c.field] = c.raw()
		}
	}
	r.items = append(r.items, it)
	r.identify(it)
	return it.id, nil
}

// ids converts the value of a referring field to existing ids. A value is an id, the primary key that another record of
// the push has in its folder, or a name. A list is converted item by item.
func (r *resolver) ids(collection string, v any) (any, error) {
	switch v := v.(type) {
	case string:
		return r.id(collection, v)
	case []any:
		for i := range v {
			s, ok := v[i].(string)
			if !ok {
				continue // the field's parser reports the error
			}
			id, err := r.id(collection, s)
			if err != nil {
				return nil, err
			}
			v[i] = id
		}
	}
	return v, nil
}

func (r *resolver) id(collection, s string) (string, error) {
	if s == "" {
		return "", nil
	}
	key := s
	if id, err := models.ParseID("", s); err == nil {
		key = id
	}
	for _, claim := range []string{collection + "#" + key, named(collection, s)} {
		if it := r.claims[claim]; it != nil && !it.remove {
			return it.id, nil
		}
	}
	if row := r.known.byID[collection+"/"+key]; row != nil {
		return r.use(row), nil
	}
	if row := r.known.byName[named(collection, s)]; row != nil {
		return r.use(row), nil
	}
	if r.offline {
		return "", errLeft
	}
	return "", fault.Invalid("", "The %s have no record %q.", collection, s).Try("Push that record too, or name an existing one.")
}
