package jsontree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// At returns the value at a dot path. Keys with dots are also found; when a path is ambiguous, shorter keys win.
func (d *Document) At(path string) (any, error) {
	if path == "" {
		return d.Root, nil
	}
	segments := strings.Split(bracketsToDots.Replace(path), ".")
	value, deepest, ok := walk(d.Root, segments, 0)
	if !ok {
		return nil, pathError(path, segments, d.Root, deepest)
	}
	return value, nil
}

var bracketsToDots = strings.NewReplacer("[", ".", "]", "")

// walk follows segments and returns how many of them it could follow at most.
func walk(value any, segments []string, done int) (found any, deepest int, ok bool) {
	if len(segments) == 0 {
		return value, done, true
	}
	deepest = done
	for take := 1; take <= len(segments); take++ {
		child, exists := child(value, strings.Join(segments[:take], "."))
		if !exists {
			continue
		}
		found, reached, ok := walk(child, segments[take:], done+take)
		if ok {
			return found, reached, true
		}
		deepest = max(deepest, reached)
	}
	return nil, deepest, false
}

func child(value any, key string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		c, ok := v[key]
		return c, ok
	case []any:
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		return v[i], true
	default:
		return nil, false
	}
}

// pathError returns an error with the position where a path fails and what exists there.
func pathError(path string, segments []string, root any, deepest int) error {
	parent := strings.Join(segments[:deepest], ".")
	value, _, _ := walk(root, segments[:deepest], 0)
	if deepest == 0 {
		value, parent = root, "the root"
	}
	err := fault.Invalid("path", "The path %q does not exist: %s has no %q.", path, parent, segments[min(deepest, len(segments)-1)])
	switch v := value.(type) {
	case map[string]any:
		return err.Try("Its keys are: " + parse.Clip(strings.Join(SortedKeys(v), ", "), 500) + ".")
	case []any:
		return err.Try(fmt.Sprintf("It is an array of %d items, indices from 0.", len(v)))
	default:
		return err.Try(fmt.Sprintf("Its type is %s.", TypeName(value)))
	}
}

// SortedKeys returns the keys of an object in order.
func SortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
