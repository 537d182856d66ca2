package folder

import "go.yaml.in/yaml/v3"

// object reads a mapping; keys of a merge key (<<) are overridden by the mapping's own keys.
func (y *yamlReader) object(pairs []*yaml.Node, depth int) (*object, error) {
	own, merged := newObject(), newObject()
	for i := 0; i+1 < len(pairs); i += 2 {
		n, err := y.node(pairs[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if pairs[i].ShortTag() == "!!merge" {
			if err := mergeInto(merged, n); err != nil {
				return nil, err
			}
			continue
		}
		if pairs[i].Kind != yaml.ScalarNode {
			return nil, problem(y.at(pairs[i]), "A key must be a string.")
		}
		key := pairs[i].Value
		n.Position, n.spot.column = y.at(pairs[i]), pairs[i].Column
		if own.of[key] != nil {
			return nil, problem(n.Position, "The key %q occurs twice.", key)
		}
		own.set(key, n)
	}
	for _, key := range merged.keys {
		if own.of[key] == nil {
			borrowed := *merged.of[key]
			borrowed.spot = spot{} // its text is elsewhere
			own.set(key, &borrowed)
		}
	}
	return own, nil
}

// mergeInto adds the keys of an object, or of a list of them, that are missing: the first of a list wins.
func mergeInto(under *object, n *node) error {
	sources := []*node{n}
	if list, ok := n.value.([]*node); ok {
		sources = list
	}
	for _, s := range sources {
		o := s.object()
		if o == nil {
			return problem(n.Position, "The value of the merge key << must be a mapping or a list of mappings.")
		}
		for _, key := range o.keys {
			if under.of[key] == nil {
				under.set(key, o.of[key])
			}
		}
	}
	return nil
}
