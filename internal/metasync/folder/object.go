package folder

import "strings"

// object resolves an object. Its own keys override those of @include and @template, and later ones override earlier
// ones; templates are merged recursively, includes key by key. Keys that begin with an underscore are comments and stay
// unchanged.
func (s scope) object(n *node, o *object) (*node, error) {
	under, err := s.borrowed(o)
	if err != nil {
		return nil, err
	}
	own := newObject()
	for _, key := range o.keys {
		if borrows(key) {
			continue
		}
		if strings.HasPrefix(key, "_") {
			own.set(key, o.of[key])
			continue
		}
		v, err := s.value(o.of[key])
		if err != nil {
			return nil, err
		}
		own.set(key, v)
	}
	return n.with(deep(under, own)), nil
}

// borrowed returns the merged keys of the object's includes and templates.
func (s scope) borrowed(o *object) (*object, error) {
	under := newObject()
	for _, key := range o.keys {
		if !borrows(key) {
			continue
		}
		files, err := filesOf(o.of[key])
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			n, err := s.document(o.of[key], file)
			if err != nil {
				return nil, err
			}
			brought := n.object()
			if brought == nil {
				return nil, problem(n.Position, "The file %q is not an object, so it cannot be merged here.", file)
			}
			if key == "@template" {
				under = deep(under, brought)
			} else {
				under = layered(under, brought)
			}
		}
	}
	return under, nil
}

func borrows(key string) bool {
	return key == "@template" || key == "@include" || strings.HasPrefix(key, "@include.")
}

// filesOf parses a file name, a list of them, or the reference's {"file": …, "mode": "spread"}.
func filesOf(n *node) ([]string, error) {
	if o := n.object(); o != nil {
		if mode := o.of["mode"].text(); mode != "" && mode != "spread" {
			return nil, problem(n.Position, "The mode of an include within an object must be spread, not %q.", mode)
		}
		return o.of["file"].texts(), nil
	}
	if files := n.texts(); len(files) > 0 {
		return files, nil
	}
	return nil, problem(n.Position, "Name the file to include.")
}

// deep merges one object over another, recursively.
func deep(under, over *object) *object {
	out := newObject()
	for _, key := range under.keys {
		out.set(key, under.of[key])
	}
	for _, key := range over.keys {
		n := over.of[key]
		if a, b := out.of[key].object(), n.object(); a != nil && b != nil {
			n = n.with(deep(a, b))
		}
		out.set(key, n)
	}
	return out
}
