package metasync

import (
	"slices"
	"strings"

	"vitrine/models"
)

// Comparison compares a folder's records with those of a server.
type Comparison struct {
	Records []Compared    // every record of the folder that the server has, related ones too
	Missing []Compared    // records of the folder that the server does not have
	New     []models.JSON // exported records that the folder does not have
}

// Compared is one record of a folder.
type Compared struct {
	At         string // as in Change
	Collection string
	Name       string
	Fields     []ComparedField // those with another value on the server
}

// ComparedField is a field that a record mentions and that has another value on the server.
type ComparedField struct {
	Field string      // as the record spells it
	Value models.JSON // on the server, in the reference's spelling
	// Referring reports whether the value refers to another record, whose change may make the two agree.
	Referring bool
	// Misread reports whether a folder would read the value as a reference, so that it cannot be written there.
	Misread bool
}

// Compare returns how a server differs from a folder: records are the folder's, exported the server's. Known maps paths
// in the push to the ids that the server has assigned; other records are found by key or name.
func Compare(records, exported []models.JSON, known map[string]string) (Comparison, error) {
	stored, err := exportedRows(exported)
	if err != nil {
		return Comparison{}, err
	}
	items, problems := readItems(records)
	for _, it := range items {
		if id := known[it.at]; id != "" {
			it.key = id
		}
	}
	r := &resolver{known: identityOf(stored, nil), stored: stored, items: items, offline: true}
	wanted, err := r.resolve()
	if err := append(problems, r.problems...).err(); err != nil {
		return Comparison{}, err
	}
	return r.compare(wanted, exported), err
}

// exportedRows reads exported records; their strings are never references.
func exportedRows(exported []models.JSON) ([]Row, error) {
	return rowsOf(exported, &resolver{shipped: true, literal: true})
}

// rowsOf returns the rows that records declare, as r resolves them.
func rowsOf(records []models.JSON, r *resolver) ([]Row, error) {
	items, problems := readItems(records)
	r.items = items
	wanted, err := r.resolve()
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(wanted))
	for i, w := range wanted {
		rows[i] = w.kind().row(w.declared)
	}
	return rows, append(problems, r.problems...).err()
}

func (r *resolver) compare(wanted []Wanted, exported []models.JSON) (c Comparison) {
	asked, mentioned := map[string]Wanted{}, map[string]bool{}
	for _, w := range wanted {
		asked[w.at] = w
		mentioned[w.Collection+"/"+w.ID] = true
	}
	for _, it := range r.items {
		one := Compared{At: it.at, Collection: it.kind.name(), Name: it.name}
		switch {
		case it.index < 0: // created by a look-up
		case it.stored == nil && !it.remove:
			c.Missing = append(c.Missing, one)
		case it.stored != nil && !it.remove:
			one.Fields = r.differences(it, asked[it.at])
			c.Records = append(c.Records, one)
		}
	}
	for i, row := range r.stored {
		if !mentioned[row.Collection+"/"+row.ID] {
			c.New = append(c.New, exported[i])
		}
	}
	return c
}

// differences lists the fields that a record mentions and that differ on the server. A look-up without a match is one:
// its record was renamed.
func (r *resolver) differences(it *item, w Wanted) (fields []ComparedField) {
	for _, name := range sorted(it.raw) {
		value, resolved := w.Fields[name]
		if name == fieldSystemSupplied || resolved && same(value, it.stored.Fields[name]) {
			continue
		}
		f, _ := it.kind.field(name)
		have := r.known.spelled(f, it.stored.Fields[name])
		fields = append(fields, ComparedField{
			Field: it.spelling[name], Value: have, Referring: refersTo(it.raw[name]), Misread: f.refers == "" && misread(have),
		})
	}
	return fields
}

// refersTo reports whether a value holds a reference to a record.
func refersTo(raw models.JSON) bool {
	return slices.ContainsFunc([]string{`"@lookup:`, `"@parent:`, `"@root:`}, func(word string) bool { return strings.Contains(string(raw), word) })
}

// referring are the prefixes of a reference in a folder.
var referring = []string{"@file:", "@url:", "@lookup:", "@parent:", "@root:", "@env:", "@include", "@template"}

// misread reports whether a folder would read something within a value as a reference.
func misread(value models.JSON) bool {
	var v any
	_ = value.Decode(&v)
	return misreadAny(v)
}

func misreadAny(v any) bool {
	switch v := v.(type) {
	case string:
		return slices.ContainsFunc(referring, func(word string) bool { return strings.HasPrefix(v, word) })
	case []any:
		return slices.ContainsFunc(v, misreadAny)
	case map[string]any:
		for key, one := range v {
			if misreadAny(key) || misreadAny(one) {
				return true
			}
		}
	}
	return false
}
