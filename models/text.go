package models

import "vitrine/internal/fault"

// Bounds of what rows hold, so that no list and no prompt grows without end.
const (
	maxLine   = 1000     // bytes of one line, such as a path or the name of a viewer
	maxText   = 64 << 10 // bytes of a text for people
	maxPrompt = 1 << 20  // bytes of a text for a model
	maxList   = 500      // entries of a list
	maxEntry  = 255      // bytes of one entry
)

// text is a column with its bound in bytes.
type text struct {
	field, value string
	most         int
}

// bounded reports the first text that is too long.
func bounded(texts ...text) error {
	for _, t := range texts {
		if len(t.value) > t.most {
			return fault.Invalid(t.field, "%s has at most %d bytes, not %d.", t.field, t.most, len(t.value)).Try("Shorten it.")
		}
	}
	return nil
}

// boundedList reports a list with too many entries or too long ones.
func boundedList(field string, list []string) error {
	if len(list) > maxList {
		return fault.Invalid(field, "%s has at most %d entries, not %d.", field, maxList, len(list))
	}
	for _, entry := range list {
		if len(entry) > maxEntry {
			return fault.Invalid(field, "An entry of %s has at most %d bytes, not %d.", field, maxEntry, len(entry))
		}
	}
	return nil
}
