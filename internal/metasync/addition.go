package metasync

import "vitrine/models"

// Addition is an exported record that is to be added to a folder.
type Addition struct {
	Collection, Name string
	kind             kind
	record           Record
}

// Additions returns the exported records to add to a folder. Records that ship with Vitrine and are unchanged are left
// out, because every server has them. Withheld are those that a folder would read as something else.
func Additions(exported []models.JSON) (additions []Addition, withheld []string, err error) {
	shipped, err := shippedRows()
	if err != nil {
		return nil, nil, err
	}
	known := identityOf(shipped, nil)
	for _, raw := range exported {
		a := Addition{}
		if err := raw.Decode(&a.record); err != nil {
			return nil, nil, err
		}
		a.kind, a.Name = kindCalled(a.record.Collection), a.record.name()
		a.Collection = a.kind.name()
		switch {
		case known.ships(a):
		case a.misread():
			withheld = append(withheld, a.Collection+" "+a.Name)
		default:
			additions = append(additions, a)
		}
	}
	return additions, withheld, nil
}

// ships reports whether a record equals the shipped one of that name.
func (k identity) ships(a Addition) bool {
	row := k.byName[named(a.Collection, a.Name)]
	if row == nil {
		return false
	}
	for _, f := range a.kind.specs() {
		if !same(Canonical(a.record.Fields[f.theirs]), Canonical(k.spelled(f, row.Fields[f.name]))) {
			return false
		}
	}
	return true
}

func (a Addition) misread() bool {
	for _, f := range a.kind.specs() {
		if f.refers == "" && misread(a.record.Fields[f.theirs]) {
			return true
		}
	}
	return false
}

// Written returns the record for a file: without the fields that a new record has anyway or that the defaults of its
// directory set.
func (a Addition) Written(defaulted func(field string) (models.JSON, bool)) models.JSON {
	blank := a.kind.blankRow()
	var fields, record pairs
	for _, f := range a.kind.specs() {
		value, exported := a.record.Fields[f.theirs]
		given, is := defaulted(f.theirs)
		if !is {
			given = identity{}.spelled(f, blank.Fields[f.name])
		}
		if exported && !same(Canonical(value), Canonical(given)) {
			fields.add(f.theirs, value)
		}
	}
	record.add("fields", fields.object())
	record.add("primaryKey", models.ToJSON(a.record.PrimaryKey))
	return record.object()
}
