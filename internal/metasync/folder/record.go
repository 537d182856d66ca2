package folder

import (
	"encoding/json"
	"fmt"
	"strings"
)

// sent lists the keys of a record that the server reads; the others are bookkeeping and comments.
var sent = []string{"fields", "primaryKey", "deleteRecord"}

// readFile reads the records of one file: an object is one, an array is many.
func (r *reader) readFile(file string, c config) {
	docs, err := r.parse(file, Position{File: file})
	if err != nil {
		r.keep(err)
		return
	}
	for _, doc := range docs {
		resolved, err := r.resolve(doc, file)
		if err != nil {
			r.keep(err)
			continue
		}
		r.takeAll(resolved, c)
	}
}

func (r *reader) takeAll(doc *node, c config) {
	items, many := doc.value.([]*node)
	if !many {
		items = []*node{doc}
	}
	for _, item := range items {
		r.take(item, c)
	}
}

func (r *reader) take(n *node, c config) {
	parts := map[string]part{}
	o, err := r.record(n, c.collection, c.defaults, parts, "")
	if err != nil {
		r.keep(err)
		return
	}
	data, err := json.Marshal(o)
	if err != nil {
		r.fail(n.Position, "This record cannot be encoded as JSON: %s.", err)
		return
	}
	r.records = append(r.records, Record{JSON: data, File: n.File, Line: n.Line, parts: parts})
}

// record returns what is sent of a record, with defaults for its fields, and stores the positions of its parts.
func (r *reader) record(n *node, collection string, defaults *object, parts map[string]part, path string) (*object, error) {
	in := n.object()
	if in == nil {
		return nil, problem(n.Position, "A record must be an object with fields.")
	}
	out := newObject()
	out.set("collection", &node{Position: n.Position, value: collection})
	for _, key := range sent {
		if _, v := in.named(key); v != nil {
			out.set(key, v)
		}
	}
	_, fields := in.named("fields")
	switch {
	case fields == nil && out.of["deleteRecord"] == nil:
		return nil, problem(n.Position, `This record has no "fields".`)
	case fields != nil && fields.object() == nil:
		return nil, problem(fields.Position, `"fields" must be an object.`)
	case fields != nil && out.of["deleteRecord"] == nil && defaults != nil:
		fields = fields.with(layered(defaults, fields.object()))
		out.set("fields", fields)
	}
	parts[path] = part{n.Position, fields}
	return out, r.related(in, out, parts, path)
}

// related reads the related records of a record; they get no defaults.
func (r *reader) related(in, out *object, parts map[string]part, path string) error {
	_, n := in.named("relatedEntities")
	entities := n.object()
	if entities == nil {
		return nil
	}
	sentEntities := newObject()
	for _, entity := range entities.keys {
		if strings.HasPrefix(entity, "_") {
			continue
		}
		items, _ := entities.of[entity].value.([]*node)
		records := make([]*node, len(items))
		for i, item := range items {
			o, err := r.record(item, entity, nil, parts, fmt.Sprintf("%s.relatedEntities[%q][%d]", path, entity, i))
			if err != nil {
				return err
			}
			records[i] = &node{Position: item.Position, value: o}
		}
		sentEntities.set(entity, &node{Position: n.Position, value: records})
	}
	out.set("relatedEntities", &node{Position: n.Position, value: sentEntities})
	return nil
}
