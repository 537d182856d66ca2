package metasync

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"vitrine/models"
)

// maxNesting limits the nesting of related records, as in the reference.
const maxNesting = 50

// Record is one record as it is pushed, in the reference's file format with its references to files resolved. Keys
// that are not listed here are ignored, and so are fields whose name starts with an underscore.
type Record struct {
	Collection      string                 `json:"collection"` // artifact-types, models, agents, projects, or the reference's entity name
	Fields          map[string]models.JSON `json:"fields"`
	PrimaryKey      map[string]any         `json:"primaryKey"`
	RelatedEntities map[string][]Record    `json:"relatedEntities"`
	DeleteRecord    *Deletion              `json:"deleteRecord"`
}

// Deletion marks a record for deletion.
type Deletion struct {
	Delete bool `json:"delete"`
}

// name returns the record's name for messages; an invalid one is reported when it is resolved.
func (r Record) name() (name string) {
	for field, value := range r.Fields {
		if strings.EqualFold(field, "name") {
			_ = value.Decode(&name)
		}
	}
	return name
}

// item is one record while it is pushed.
type item struct {
	at           string // records[3].relatedEntities["Artifact Types"][0]
	index        int    // of its outermost record
	kind         kind
	key          string                 // its primary key as sent, canonical; empty for none
	raw          map[string]models.JSON // values as sent, by the API's spelling
	spelling     map[string]string      // the record's own spelling of each field
	remove       bool
	parent, root *item

	stored *Row   // its stored row; nil for a new one
	id     string // of the stored or the new row
	name   string
}

// reader flattens pushed records into items, parents before children.
type reader struct {
	items    []*item
	problems Problems
}

func readItems(records []models.JSON) ([]*item, Problems) {
	var r reader
	for i, raw := range records {
		at := fmt.Sprintf("records[%d]", i)
		var rec Record
		if err := json.Unmarshal(raw, &rec); err != nil {
			r.problems.add(Problem{Record: i, At: at, Message: "The value is not a record: " + decodeTrouble(err) + "."})
			continue
		}
		r.read(rec, &item{at: at, index: i})
	}
	return r.items, r.problems
}

// read fills an item that has its path, and appends it with its related records.
func (r *reader) read(rec Record, it *item) {
	it.kind = kindCalled(rec.Collection)
	if it.kind == nil {
		r.problems.add(it.problem("collection", fmt.Sprintf("There is no collection %q.", rec.Collection), "Use one of: "+strings.Join(Collections(), ", ")+"."))
		return
	}
	if it.root == nil {
		it.root = it
	}
	it.remove = rec.DeleteRecord != nil && rec.DeleteRecord.Delete
	r.readFields(rec, it)
	r.readKey(rec, it)
	r.items = append(r.items, it)
	r.readRelated(rec, it)
}

func (r *reader) readFields(rec Record, it *item) {
	it.raw, it.spelling = map[string]models.JSON{}, map[string]string{}
	it.name = rec.name()
	for _, name := range sorted(rec.Fields) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		field, ok := it.kind.field(name)
		_, twice := it.raw[field.name]
		switch {
		case !ok:
			r.problems.add(it.problem(name, fmt.Sprintf("%s have no field %q.", it.kind.name(), name), "Use one of: "+strings.Join(it.kind.fieldNames(), ", ")+"."))
		case twice:
			r.problems.add(it.problem(name, fmt.Sprintf("%q and %q are the same field.", it.spelling[field.name], name), "Keep one of them."))
		default:
			it.raw[field.name], it.spelling[field.name] = rec.Fields[name], name
		}
	}
}

// readKey reads the primary key from "primaryKey" or from a field "ID".
func (r *reader) readKey(rec Record, it *item) {
	for column, v := range rec.PrimaryKey {
		if text, ok := v.(string); ok && strings.EqualFold(column, "id") {
			it.raw["id"], it.spelling["id"] = models.ToJSON(text), "primaryKey."+column
			continue
		}
		r.problems.add(it.problem("primaryKey", fmt.Sprintf("The primary key of %s is the string ID, not %s.", it.kind.name(), column)))
	}
	raw, given := it.raw["id"]
	if !given {
		return
	}
	delete(it.raw, "id")
	var id string
	if err := raw.Decode(&id); err != nil {
		r.problems.add(it.problem(it.spelling["id"], "The ID must be a string."))
		return
	}
	key, err := models.ParseID("record", id)
	if err != nil {
		r.problems.add(it.problem(it.spelling["id"], fmt.Sprintf("%q is not a valid UUID.", id), "Leave the primary key out to find the record by its name."))
	}
	it.key = key
}

func (r *reader) readRelated(rec Record, it *item) {
	depth := 0
	for up := it; up.parent != nil; up = up.parent {
		depth++
	}
	if depth >= maxNesting {
		r.problems.add(it.problem("relatedEntities", fmt.Sprintf("Related records are nested deeper than %d levels.", maxNesting)))
		return
	}
	for _, entity := range sorted(rec.RelatedEntities) {
		for i, child := range rec.RelatedEntities[entity] {
			child.Collection = entity
			r.read(child, &item{at: fmt.Sprintf("%s.relatedEntities[%q][%d]", it.at, short(strings.TrimSpace(entity)), i), index: it.index, parent: it, root: it.root})
		}
	}
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
