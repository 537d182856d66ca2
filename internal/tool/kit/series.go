package kit

import (
	"context"
	"encoding/json"
	"maps"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Pause as an item of a series ends the page there: the scan ran out of time, and the next call continues it.
type Pause struct{}

// Series is an answer that is a list of items under Key, read forward from a position.
type Series struct {
	Facts Fields
	Key   string
	// Each visits items from a position on, in order of position, until visit returns false.
	Each func(ctx context.Context, from int64, visit func(position int64, item any) bool) error
}

// Items returns an Each over a slice, with indices as positions.
func Items[T any](all []T) func(context.Context, int64, func(int64, any) bool) error {
	return func(_ context.Context, from int64, visit func(int64, any) bool) error {
		if from > int64(len(all)) {
			return fault.Invalid("cursor", "The cursor is past the end of the list.")
		}
		for i, item := range all[from:] {
			if !visit(from+int64(i), item) {
				break
			}
		}
		return nil
	}
}

// Page implements Answer.
func (e Series) Page(ctx context.Context, from int64, budget int) (page, error) {
	room := budget - SizeOf(e.Facts) - overhead
	kept, next := []any{}, int64(0)
	err := e.Each(ctx, from, func(position int64, item any) bool {
		if item == (Pause{}) {
			next = position
			return false
		}
		n := SizeOf(item) + 1
		if n > room && len(kept) == 0 {
			item, n = shrink(item, room), room
		}
		if n > room {
			next = position
			return false
		}
		kept, room = append(kept, item), room-n
		return true
	})
	if err != nil {
		return page{}, err
	}
	data := maps.Clone(e.Facts)
	if data == nil {
		data = Fields{}
	}
	data[e.Key] = kept
	if next > 0 {
		data["note"] = readOn
	}
	return page{data: data, next: next}, nil
}

// shrink shortens an item that is larger than the budget, and adds a note that says so.
func shrink(item any, budget int) any {
	text, err := Encode(item)
	if err != nil {
		return Fields{"note": "This item cannot be encoded."}
	}
	var value any
	if json.Unmarshal(text, &value) == nil {
		if shorter := shorten(value, max(100, budget/4)); SizeOf(shorter) <= budget {
			return shorter
		}
	}
	preview, _, _ := cut(text, 0, max(100, budget-overhead)/2)
	return Fields{
		"preview": preview, "totalCharacters": utf8.RuneCount(text),
		"note": "This item is larger than the output cap: the preview is the start of its JSON. Use get_full to read all of it.",
	}
}

// shorten cuts the long texts of a value, one level deep, and marks how much is missing.
func shorten(value any, limit int) any {
	switch v := value.(type) {
	case string:
		return parse.Clip(v, limit)
	case map[string]any:
		for k, field := range v {
			if s, ok := field.(string); ok {
				v[k] = parse.Clip(s, limit)
			}
		}
	}
	return value
}
