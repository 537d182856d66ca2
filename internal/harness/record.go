package harness

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

// hasAny reports whether the record contains one of the marks: a cheap test before parsing.
func hasAny(record []byte, marks ...string) bool {
	for _, m := range marks {
		if bytes.Contains(record, []byte(m)) {
			return true
		}
	}
	return false
}

// parse decodes a record and reports whether it is valid JSON. Fields of an unexpected type stay empty.
func parse(record []byte, into any) bool {
	err := json.Unmarshal(record, into)
	var wrongType *json.UnmarshalTypeError
	return err == nil || errors.As(err, &wrongType)
}

// parseTime parses an RFC 3339 time; anything else is the zero time.
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
