package kit

import (
	"context"
	"encoding/json"
	"maps"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Pause as an item of a series ends the page there, to be read on: the scan ran out of time, not out of items.
type Pause struct{}

// Series is an answer that is a series of items under a key, read forward from a position.
type Series struct {
	Facts Fields
	Key   string
	// each visits items from a position on, with rising positions, until visit says stop.
	Each func(ctx context.Context, from int64, visit func(position int64, item any) bool) error
}

// Items makes each of a slice, positions being indices.
func Items[T any](all []T) func(context.Context, int64, func(int64, any) bool) error {
	return func(_ context.Context, from int64, visit func(int64, any) bool) error {
		if from > int64(len(all)) {
			return fault.Invalid("cursor", "The cursor points behind the end of the list.")
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

// shrink shortens an item that alone is above the budget, and says so in it.
func shrink(item any, budget int) any {
	text, err := Encode(item)
	if err != nil {
		return Fields{"note": "This item could not be written."}
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
		"note": "This item alone is above the output cap: the preview is the start of its JSON. get_full reads all of it.",
	}
}

// shorten cuts the long texts of a value, one level deep, with a mark of how much is missing.
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
