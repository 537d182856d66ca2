package metasync

import (
	"bytes"
	"context"
	"strings"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Export gives the records of some collections, of all when none is named, as a push takes them: in the reference's spelling,
// fields in a fixed order, references to records as look-ups by name, those that are referred to first.
func (s *Service) Export(ctx context.Context, collections []string) ([]models.JSON, error) {
	if _, err := auth.Require(ctx, auth.ReadMetadata); err != nil {
		return nil, err
	}
	chosen, err := chosenKinds(collections)
	if err != nil {
		return nil, err
	}
	var rows []Row
	err = s.db.Tx(ctx, func(ctx context.Context) (err error) { // one view of all collections
		if _, err = s.ledger.revision(ctx); err == nil {
			rows, err = s.rows(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return exportedOf(rows, chosen), nil
}

func (s *Service) rows(ctx context.Context) (all []Row, err error) {
	for _, shelf := range s.shelves {
		rows, err := shelf.rows(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func chosenKinds(collections []string) (map[string]bool, error) {
	chosen := map[string]bool{}
	for _, name := range collections {
		k := kindCalled(name)
		if k == nil {
			return nil, fault.Invalid("collections", "There is no collection %q.", name).Try("There are: " + strings.Join(Collections(), ", ") + ".")
		}
		chosen[k.name()] = true
	}
	return chosen, nil
}

func exportedOf(rows []Row, chosen map[string]bool) []models.JSON {
	known, records := identityOf(rows, nil), []models.JSON{}
	for _, r := range rows {
		if len(chosen) == 0 || chosen[r.Collection] {
			records = append(records, known.exported(r))
		}
	}
	return records
}

// exported gives a row as a record.
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

// spelled gives a canonical value as the reference writes it.
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

// lookupOf gives the look-up that finds a row, or its id where a look-up could not hold the name.
func (k identity) lookupOf(collection, id string) string {
	row := k.byID[collection+"/"+id]
	if row == nil || strings.ContainsAny(row.Name, "&?=@") || row.Name == "null" {
		return id
	}
	return lookupPrefix + kindCalled(collection).entity() + ".Name=" + row.Name
}

// pascal is the reference's spelling of a field: parentId is ParentID.
func pascal(name string) string {
	for _, ending := range []string{"Id", "Ids"} {
		if strings.HasSuffix(name, ending) {
			name = strings.TrimSuffix(name, ending) + "ID" + ending[2:]
		}
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// titled spells TOOLS_ONLY as Tools and Only with something between.
func titled(member, between string) string {
	words := strings.Split(strings.ToLower(member), "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, between)
}

// pairs is a JSON object in the making that keeps its order.
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
