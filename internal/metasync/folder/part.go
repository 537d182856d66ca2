package folder

import (
	"slices"
	"strings"
)

// part is a record or a related one: its position and its resolved fields with their defaults.
type part struct {
	Position
	fields *node // nil: none
}

// Field returns the position of a field of the record at a path, or of that record when it has no field of these names.
// A path is one of the server, such as records[3].relatedEntities["AI Agents"][0].
func (r Record) Field(path string, names ...string) Position {
	p, ok := r.parts[within(path)]
	if !ok {
		return Position{r.File, r.Line}
	}
	if _, n := p.field(names...); n != nil {
		return n.Position
	}
	return p.Position
}

// Sources returns the other files that the value of a field comes from, sorted.
func (r Record) Sources(path string, names ...string) []string {
	p := r.parts[within(path)]
	_, n := p.field(names...)
	var files []string
	n.sources(&files)
	slices.Sort(files)
	return slices.DeleteFunc(slices.Compact(files), func(file string) bool { return file == p.File })
}

func (p part) field(names ...string) (string, *node) {
	o := p.fields.object()
	for _, name := range names {
		if o == nil {
			break
		}
		if key, n := o.named(name); n != nil {
			return key, n
		}
	}
	return "", nil
}

// within removes the record's own index from a path.
func within(path string) string {
	_, rest, _ := strings.Cut(path, "]")
	return rest
}

// sources collects the files that a value and its elements come from.
func (n *node) sources(files *[]string) {
	if n == nil {
		return
	}
	*files = append(append(*files, n.File), n.files...)
	switch v := n.value.(type) {
	case []*node:
		for _, item := range v {
			item.sources(files)
		}
	case *object:
		for _, key := range v.keys {
			v.of[key].sources(files)
		}
	}
}
