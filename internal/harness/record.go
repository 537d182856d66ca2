package harness

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

// hasAny reports whether the record holds one of the marks: the cheap test before any parse.
func hasAny(record []byte, marks ...string) bool {
	for _, m := range marks {
		if bytes.Contains(record, []byte(m)) {
			return true
		}
	}
	return false
}

// parse decodes a record and forgives fields of another type than expected: they stay empty, the rest is kept.
func parse(record []byte, into any) bool {
	err := json.Unmarshal(record, into)
	var odd *json.UnmarshalTypeError
	return err == nil || errors.As(err, &odd)
}

// time reads an RFC 3339 time; anything else is the zero time.
func parseTime(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// first returns the first of the texts that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
