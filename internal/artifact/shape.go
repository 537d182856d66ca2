package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a shape.
const (
	shapeFields = 12  // names of an item's fields
	shapeKeys   = 20  // keys of an object
	shapeStart  = 120 // characters of plain text
)

// Shape describes text content in a few words, so that an agent knows what to expect: the length of a list and the
// fields of its items, the keys of an object, or the number of lines and the start of a text. It is empty for content
// that is not text.
func Shape(content []byte) string {
	text := bytes.TrimSpace(content)
	if len(text) == 0 || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return ""
	}
	if text[0] == '{' || text[0] == '[' {
		var v any
		if json.Unmarshal(text, &v) == nil {
			return jsonShape(v)
		}
	}
	lines := bytes.Count(text, []byte("\n")) + 1
	start := strings.Join(strings.Fields(cutRunes(string(text), shapeStart)), " ")
	return fmt.Sprintf("%s, begins: %s", plural(lines, "line"), start)
}

func jsonShape(v any) string {
	switch v := v.(type) {
	case []any:
		shape := "an array of " + plural(len(v), "item")
		if i := slices.IndexFunc(v, isObject); i >= 0 {
			shape += " with the fields " + names(v[i].(map[string]any), shapeFields) //nolint:forcetypeassert // isObject
		}
		return shape + "; the content is the array itself"
	case map[string]any:
		return "an object with the keys " + names(v, shapeKeys)
	}
	return ""
}

func isObject(v any) bool { _, ok := v.(map[string]any); return ok }

func names(object map[string]any, most int) string {
	keys := slices.Sorted(maps.Keys(object))
	more := ""
	if len(keys) > most {
		keys, more = keys[:most], fmt.Sprintf(" and %d more", len(keys)-most)
	}
	for i, k := range keys {
		keys[i] = CleanName(cutRunes(k, 60))
	}
	return strings.Join(keys, ", ") + more
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
