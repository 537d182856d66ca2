package metasync

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// expand resolves the references within the value of a field.
func (r *resolver) expand(it *item, name string, raw models.JSON) (models.JSON, error) {
	field, _ := it.kind.field(name)
	if field.refers == "" && (r.literal || !strings.Contains(string(raw), "@")) {
		return raw, nil
	}
	var v any
	if err := raw.Decode(&v); err != nil {
		return nil, fault.Invalid("", "The value is not valid JSON.")
	}
	v, err := r.follow(it, v)
	if err == nil && field.refers != "" {
		v, err = r.ids(field.refers, v)
	}
	return models.ToJSON(v), err
}

// follow resolves the references within a value.
func (r *resolver) follow(it *item, v any) (_ any, err error) {
	switch v := v.(type) {
	case string:
		return r.reference(it, v)
	case []any:
		for i := range v {
			if v[i], err = r.follow(it, v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = r.follow(it, v[k]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// reference resolves one string; a string that is not a reference is returned unchanged.
func (r *resolver) reference(it *item, s string) (any, error) {
	word, rest, ok := strings.Cut(s, ":")
	if !ok {
		return s, nil
	}
	switch word {
	case "@lookup":
		return r.lookup(s, 0)
	case "@parent":
		return r.relative(it.parent, s, rest)
	case "@root":
		if it.parent == nil {
			return r.relative(nil, s, rest)
		}
		return r.relative(it.root, s, rest)
	case "@file", "@env", "@url", "@template", "@include":
		return nil, fault.Invalid("", "The server does not resolve %[2]q: %[1]s is resolved by the command that reads the folder.", word, s).
			Try("Push with vitrine sync, or send the value itself.")
	}
	return s, nil
}

func (r *resolver) relative(to *item, s, name string) (v any, err error) {
	if to == nil {
		return nil, fault.Invalid("", "%q is used in a record that is not related to another.", s)
	}
	field, ok := to.kind.field(name)
	if !ok {
		return nil, fault.Invalid("", "%q refers to a field that %s do not have.", s, to.kind.name())
	}
	value, err := r.value(to, field.name)
	if err != nil {
		return nil, err
	}
	return v, value.Decode(&v)
}
