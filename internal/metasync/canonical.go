package metasync

import (
	"encoding/json"

	"vitrine/models"
)

// canonical gives one spelling to each JSON value: keys sorted, no spaces, numbers as Postgres would print them, so that
// what is equal compares equal as text. What is no JSON becomes null.
func canonical(j models.JSON) models.JSON {
	var v any
	if err := j.Decode(&v); err != nil {
		return models.JSON("null")
	}
	return models.ToJSON(plain(v))
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
