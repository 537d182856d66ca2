package metasync

import (
	"fmt"
	"strings"

	"vitrine/models"
)

// identity finds records by id, by name and by the name of the last push.
type identity struct {
	byID   map[string]*Row // collection and id
	byName map[string]*Row // collection and lower-case name
	pushed map[string]Pushed
}

func identityOf(stored []Row, last []Pushed) identity {
	k := identity{map[string]*Row{}, map[string]*Row{}, map[string]Pushed{}}
	for i, r := range stored {
		k.byID[r.Collection+"/"+r.ID] = &stored[i]
		k.byName[named(r.Collection, r.Name)] = &stored[i]
	}
	for _, p := range last {
		var name string
		_ = p.Fields["name"].Decode(&name)
		k.pushed[named(p.Collection, name)] = p
	}
	return k
}

func named(collection, name string) string {
	return collection + "/" + strings.ToLower(strings.TrimSpace(name))
}

// row finds the stored row that an item is: by key, by name, by the name that the same source pushed last.
func (k identity) row(it *item) *Row {
	if r := k.byID[it.kind.name()+"/"+it.key]; r != nil {
		return r
	}
	if it.name == "" {
		return nil
	}
	if r := k.byName[named(it.kind.name(), it.name)]; r != nil {
		return r
	}
	return k.byID[it.kind.name()+"/"+k.pushed[named(it.kind.name(), it.name)].RecordID]
}

// identify sets the stored row of an item, or the id of a new one.
func (r *resolver) identify(it *item) {
	if err := r.readName(it); err != nil {
		r.fail(it, "name", err)
		return
	}
	it.stored = r.known.row(it)
	switch {
	case it.stored != nil:
		it.id = it.stored.ID
	case it.key != "":
		it.id = it.key
	default:
		it.id = models.NewID()
	}
	if it.stored == nil && it.name == "" && !it.remove {
		r.problems.add(it.problem("", "A new record needs a name.", `Set the field "Name", or the primary key of an existing record.`))
		return
	}
	if it.name == "" && it.stored != nil {
		it.name = it.stored.Name
	}
	r.claim(it)
}

func (r *resolver) readName(it *item) error {
	if _, given := it.raw["name"]; !given {
		return nil
	}
	value, err := r.value(it, "name")
	if err != nil {
		return err
	}
	name, err := text(value)
	it.name = strings.TrimSpace(name)
	return err
}

// claim refuses a second item for the same row.
func (r *resolver) claim(it *item) {
	claims := []string{it.kind.name() + "#" + it.id}
	if it.name != "" {
		claims = append(claims, named(it.kind.name(), it.name))
	}
	for _, c := range claims {
		if other := r.claims[c]; other != nil && other != it {
			r.problems.add(it.problem("", fmt.Sprintf("%s is already the same record.", other.at), "Push each record once."))
			return
		}
		r.claims[c] = it
	}
	if it.key != "" {
		r.claims[it.kind.name()+"#"+it.key] = it // so that records that refer to it by the key of its folder find it
	}
}
