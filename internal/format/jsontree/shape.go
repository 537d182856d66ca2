package jsontree

import (
	"maps"
	"slices"
)

// maxShapeItems is how many items of an array are examined, maxShapeKeys how many keys of an object are described.
const (
	maxShapeItems = 1000
	maxShapeKeys  = 100
)

// shape collects the types of the values at one place.
type shape struct {
	types   map[string]int
	fields  map[string]*shape
	items   *shape
	most    int // length of the longest array
	skipped int // keys or items that were not examined
}

// NewShape returns an empty shape.
func NewShape() *shape { return &shape{types: map[string]int{}, fields: map[string]*shape{}} }

func (sh *shape) Add(value any, depth int) {
	sh.types[TypeName(value)]++
	switch v := value.(type) {
	case map[string]any:
		sh.addObject(v, depth)
	case []any:
		sh.addArray(v, depth)
	}
}

func (sh *shape) addObject(object map[string]any, depth int) {
	if depth <= 1 {
		return
	}
	for _, key := range SortedKeys(object) {
		if sh.fields[key] == nil {
			if len(sh.fields) >= maxShapeKeys {
				sh.skipped++
				continue
			}
			sh.fields[key] = NewShape()
		}
		sh.fields[key].Add(object[key], depth-1)
	}
}

func (sh *shape) addArray(array []any, depth int) {
	sh.most = max(sh.most, len(array))
	if depth <= 1 {
		return
	}
	if sh.items == nil {
		sh.items = NewShape()
	}
	for _, item := range array[:min(len(array), maxShapeItems)] {
		sh.items.Add(item, depth-1)
	}
	sh.skipped += max(0, len(array)-maxShapeItems)
}

// Schema returns the shape as JSON Schema; a key is required when every object has it.
func (sh *shape) Schema() map[string]any {
	out := map[string]any{}
	if types := sh.typeNames(); len(types) == 1 {
		out["type"] = types[0]
	} else if len(types) > 1 {
		out["type"] = types
	}
	if len(sh.fields) > 0 {
		out["properties"], out["required"] = sh.properties()
	}
	if sh.items != nil {
		out["items"], out["maxItems"] = sh.items.Schema(), sh.most
	}
	if sh.skipped > 0 {
		out["notExamined"] = sh.skipped
	}
	return out
}

func (sh *shape) typeNames() []string {
	types := slices.Sorted(maps.Keys(sh.types))
	if sh.types["number"] > 0 && sh.types["integer"] > 0 {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	return types
}

func (sh *shape) properties() (properties map[string]any, required []string) {
	properties, required = map[string]any{}, []string{}
	for _, key := range slices.Sorted(maps.Keys(sh.fields)) {
		field, seen := sh.fields[key], 0
		for _, n := range field.types {
			seen += n
		}
		properties[key] = field.Schema()
		if seen == sh.types["object"] {
			required = append(required, key)
		}
	}
	return properties, required
}
