package models

import "vitrine/internal/fault"

// Bounds of the texts in rows, so that lists and prompts cannot grow without limit.
const (
	maxLine   = 1000     // bytes of one line, such as a path or the name of a viewer
	maxText   = 64 << 10 // bytes of a text for people
	maxPrompt = 1 << 20  // bytes of a text for a model
	maxList   = 500      // entries of a list
	maxEntry  = 255      // bytes of one entry
)

// text is a field with its bound in bytes.
type text struct {
	field, value string
	most         int
}

// bounded returns an error for the first text that is too long.
func bounded(texts ...text) error {
	for _, t := range texts {
		if len(t.value) > t.most {
			return fault.Invalid(t.field, "%s must have at most %d bytes, not %d.", t.field, t.most, len(t.value)).Try("Shorten it.")
		}
	}
	return nil
}

// boundedList returns an error for a list with too many or too long entries.
func boundedList(field string, list []string) error {
	if len(list) > maxList {
		return fault.Invalid(field, "%s must have at most %d entries, not %d.", field, maxList, len(list))
	}
	for _, entry := range list {
		if len(entry) > maxEntry {
			return fault.Invalid(field, "An entry of %s must have at most %d bytes, not %d.", field, maxEntry, len(entry))
		}
	}
	return nil
}
