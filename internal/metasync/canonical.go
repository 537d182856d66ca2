package metasync

import (
	"encoding/json"
	"slices"

	"vitrine/models"
)

// Canonical returns the one spelling of a JSON value: keys sorted, no spaces, numbers as Postgres prints them, so that
// equal values are equal as text. Invalid JSON becomes null.
func Canonical(j models.JSON) models.JSON {
	if simple(j) {
		return j
	}
	var v any
	if err := j.Decode(&v); err != nil {
		return models.JSON("null")
	}
	return models.ToJSON(plain(v))
}

// simple reports, without parsing them, most of the values that have only one spelling: words, small integers and
// strings without an escape or a character that encoding/json escapes.
func simple(j models.JSON) bool {
	switch string(j) {
	case "null", "true", "false", "[]", `""`, "0":
		return true
	}
	if len(j) == 0 {
		return false
	}
	if j[0] >= '1' && j[0] <= '9' && len(j) < 16 {
		return !slices.ContainsFunc(j, func(b byte) bool { return b < '0' || b > '9' })
	}
	inner := len(j) - 1
	return j[0] == '"' && inner > 0 && j[inner] == '"' && !slices.ContainsFunc(j[1:inner], func(b byte) bool {
		return b < ' ' || b >= 0x7f || b == '"' || b == '\\' || b == '<' || b == '>' || b == '&'
	})
}

func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		return number(v)
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	}
	return v
}

func number(n json.Number) any {
	if i, err := n.Int64(); err == nil {
		return i
	}
	if f, err := n.Float64(); err == nil {
		return f
	}
	return n
}
