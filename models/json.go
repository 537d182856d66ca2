package models

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"io"
)

// JSON is one JSON value stored as its text: a jsonb column and the GraphQL scalar JSON. Empty means null.
type JSON json.RawMessage

// ToJSON encodes any value. It panics on a value that JSON cannot encode, which is a programming error.
func ToJSON(v any) JSON {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// IsNull reports whether the value is absent or null.
func (j JSON) IsNull() bool {
	t := bytes.TrimSpace(j)
	return len(t) == 0 || string(t) == "null"
}

// Decode reads the value into a Go value, keeping numbers exact where the target is any.
func (j JSON) Decode(into any) error {
	if j.IsNull() {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	return d.Decode(into)
}

// MarshalJSON writes the text as it is.
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j) == 0 {
		return []byte("null"), nil
	}
	return j, nil
}

// UnmarshalJSON stores the text.
func (j *JSON) UnmarshalJSON(b []byte) error { *j = append((*j)[:0], b...); return nil }

// MarshalGQL writes the text as it is.
func (j JSON) MarshalGQL(w io.Writer) {
	b, _ := j.MarshalJSON()
	_, _ = w.Write(b)
}

// UnmarshalGQL accepts any JSON value and keeps numbers as they were written.
func (j *JSON) UnmarshalGQL(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("must be a JSON value: %w", err)
	}
	*j = b
	return nil
}

// Value stores the text, null as SQL NULL.
func (j JSON) Value() (driver.Value, error) {
	if j.IsNull() {
		return nil, nil
	}
	return string(j), nil
}

// Scan reads a jsonb column.
func (j *JSON) Scan(src any) error {
	switch s := src.(type) {
	case nil:
		*j = nil
	case []byte:
		*j = append(JSON(nil), s...)
	case string:
		*j = JSON(s)
	default:
		return fmt.Errorf("jsonb column has the type %T", src)
	}
	return nil
}
