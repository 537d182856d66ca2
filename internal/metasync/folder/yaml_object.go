package folder

import "github.com/goccy/go-yaml/ast"

// object reads a mapping; what a merge key (<<) brings lies under the mapping's own keys.
func (y *yamlReader) object(values []*ast.MappingValueNode, depth int) (*object, error) {
	own, merged := newObject(), newObject()
	for _, v := range values {
		n, err := y.node(v.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if v.Key.IsMergeKey() {
			if err := mergeInto(merged, n); err != nil {
				return nil, err
			}
			continue
		}
		key, err := y.key(v)
		if err != nil {
			return nil, err
		}
		n.Position, n.spot.column = y.at(v.Key), v.Key.GetToken().Position.Column
		if own.of[key] != nil {
			return nil, problem(n.Position, "The key %q stands here twice.", key)
		}
		own.set(key, n)
	}
	for _, key := range merged.keys {
		if own.of[key] == nil {
			borrowed := *merged.of[key]
			borrowed.spot = spot{} // it stands elsewhere
			own.set(key, &borrowed)
		}
	}
	return own, nil
}

func (y *yamlReader) key(v *ast.MappingValueNode) (string, error) {
	if s, ok := v.Key.(*ast.StringNode); ok {
		return s.Value, nil
	}
	if s, ok := v.Key.(ast.ScalarNode); ok {
		return s.GetToken().Value, nil
	}
	return "", problem(y.at(v.Key), "A key must be a text.")
}

// mergeInto lays one object, or a list of them, under what is there: the first of a list wins.
func mergeInto(under *object, n *node) error {
	sources := []*node{n}
	if list, ok := n.value.([]*node); ok {
		sources = list
	}
	for _, s := range sources {
		o := s.object()
		if o == nil {
			return problem(n.Position, "The merge key << takes a mapping or a list of mappings.")
		}
		for _, key := range o.keys {
			if under.of[key] == nil {
				under.set(key, o.of[key])
			}
		}
	}
	return nil
}
