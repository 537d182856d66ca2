package metasync

import (
	"bytes"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// ChooseCollections returns collections by their names here or in the reference; the fault names one that does not
// exist.
func ChooseCollections(collections []string) (map[string]bool, error) {
	chosen := map[string]bool{}
	for _, name := range collections {
		k := kindCalled(name)
		if k == nil {
			return nil, fault.Invalid("collections", "There is no collection %q.", name).Try("Use one of: " + strings.Join(Collections(), ", ") + ".")
		}
		chosen[k.name()] = true
	}
	return chosen, nil
}

// Exported returns the rows of the chosen collections, of all when none is chosen, in the form of a push.
func Exported(rows []Row, chosen map[string]bool) []models.JSON {
	known, records := identityOf(rows, nil), []models.JSON{}
	for _, r := range rows {
		if len(chosen) == 0 || chosen[r.Collection] {
			records = append(records, known.exported(r))
		}
	}
	return records
}

// exported returns a row as a record.
func (k identity) exported(r Row) models.JSON {
	var fields pairs
	for _, f := range kindCalled(r.Collection).specs() {
		fields.add(f.theirs, k.spelled(f, r.Fields[f.name]))
	}
	var record pairs
	record.add("collection", models.ToJSON(r.Collection))
	record.add("fields", fields.object())
	record.add("primaryKey", models.ToJSON(map[string]string{"ID": r.ID}))
	return record.object()
}

// spelled returns a canonical value in the reference's spelling.
func (k identity) spelled(f spec, value models.JSON) models.JSON {
	var ids []string
	var one string
	switch {
	case value.IsNull():
		return models.JSON("null")
	case f.words != nil && value.Decode(&one) == nil:
		return models.ToJSON(titled(one, *f.words))
	case f.refers != "" && value.Decode(&one) == nil:
		return models.ToJSON(k.lookupOf(f.refers, one))
	case f.refers != "" && value.Decode(&ids) == nil:
		for i := range ids {
			ids[i] = k.lookupOf(f.refers, ids[i])
		}
		return models.ToJSON(ids)
	}
	return value
}

// lookupOf returns the look-up of a row, or its id where a look-up cannot express the name.
func (k identity) lookupOf(collection, id string) string {
	row := k.byID[collection+"/"+id]
	if row == nil || strings.ContainsAny(row.Name, "&?=@") || row.Name == "null" {
		return id
	}
	return lookupPrefix + kindCalled(collection).entity() + ".Name=" + row.Name
}

// pascal returns the reference's spelling of a field: parentId is ParentID.
func pascal(name string) string {
	for _, ending := range []string{"Id", "Ids"} {
		if strings.HasSuffix(name, ending) {
			name = strings.TrimSuffix(name, ending) + "ID" + ending[2:]
		}
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// titled returns TOOLS_ONLY as Tools and Only with a separator.
func titled(member, between string) string {
	words := strings.Split(strings.ToLower(member), "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, between)
}

// pairs builds a JSON object with its keys in order.
type pairs struct{ bytes.Buffer }

func (p *pairs) add(key string, value models.JSON) {
	if p.Len() > 0 {
		p.WriteByte(',')
	}
	p.Write(models.ToJSON(key))
	p.WriteByte(':')
	p.Write(orNull(value))
}

func (p *pairs) object() models.JSON { return models.JSON("{" + p.String() + "}") }
