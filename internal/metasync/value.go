package metasync

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/provider"
	"vitrine/internal/tool"
	"vitrine/models"
)

// text parses a string; null is the empty one.
func text(j models.JSON) (s string, err error) {
	if simple(j) && j[0] == '"' {
		return string(j[1 : len(j)-1]), nil
	}
	if err := j.Decode(&s); err != nil {
		return "", fault.Invalid("", "The value must be a string, not %s.", brief(j))
	}
	return s, noNUL(s)
}

// noNUL refuses NUL, the one character that Postgres cannot store.
func noNUL(texts ...string) error {
	for _, s := range texts {
		if strings.ContainsRune(s, 0) {
			return fault.Invalid("", "A string must not contain a NUL character.")
		}
	}
	return nil
}

// whole parses a 32-bit integer.
func whole(j models.JSON) (n int, err error) {
	if err := j.Decode(&n); err != nil || j.IsNull() || n != int(int32(n)) { //nolint:gosec // the comparison is the check
		return 0, fault.Invalid("", "The value must be an integer of at most 32 bits, not %s.", brief(j))
	}
	return n, nil
}

// size parses a number of bytes.
func size(j models.JSON) (n int64, err error) {
	if err := j.Decode(&n); err != nil || j.IsNull() {
		return 0, fault.Invalid("", "The value must be an integer number of bytes, not %s.", brief(j))
	}
	return n, nil
}

// truth parses a boolean.
func truth(j models.JSON) (b bool, err error) {
	if err := j.Decode(&b); err != nil || j.IsNull() {
		return false, fault.Invalid("", "The value must be true or false, not %s.", brief(j))
	}
	return b, nil
}

// texts parses a list of strings, or one string that is separated by commas; null is the empty list.
func texts(j models.JSON) ([]string, error) {
	list := []string{}
	if err := j.Decode(&list); err == nil {
		return list, noNUL(list...)
	}
	s, err := text(j)
	if err != nil {
		return nil, fault.Invalid("", "The value must be a list of strings, not %s.", brief(j))
	}
	for _, one := range strings.Split(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list, nil
}

// optional returns a parser that accepts null and the empty string for a missing value.
func optional[V any](parse func(models.JSON) (V, error)) func(models.JSON) (*V, error) {
	return func(j models.JSON) (*V, error) {
		if j.IsNull() || string(j) == `""` {
			return nil, nil
		}
		v, err := parse(j)
		return &v, err
	}
}

// oneOf returns a parser for a closed set; case, spaces and underscores are ignored, so that the reference's ToolsOnly
// is TOOLS_ONLY.
func oneOf[E ~string](members []E) func(models.JSON) (E, error) {
	return func(j models.JSON) (E, error) {
		s, err := text(j)
		if err != nil {
			return "", err
		}
		i := slices.IndexFunc(members, func(m E) bool { return letters(string(m)) == letters(s) })
		if i < 0 {
			return "", fault.Invalid("", "%q is not a valid value of this field.", s).Try("Use one of: " + join(members) + ".")
		}
		return members[i], nil
	}
}

// anything parses any JSON; a string that contains JSON, as the reference stores it, is decoded.
func anything(j models.JSON) (models.JSON, error) {
	var s string
	if err := json.Unmarshal(orNull(j), &s); err == nil && !j.IsNull() {
		if s == "" {
			return nil, nil
		}
		if !json.Valid([]byte(s)) {
			return nil, fault.Invalid("", "The value must be JSON, or a string that contains JSON.")
		}
		j = models.JSON(s)
	}
	if strings.Contains(strings.ReplaceAll(string(j), `\\`, ""), `\u0000`) {
		return nil, fault.Invalid("", "JSON must not contain a NUL character.")
	}
	return Canonical(j), nil
}

// rules parses extract rules: a list of objects with unique names.
func rules(j models.JSON) (models.JSON, error) {
	j, err := anything(j)
	if err != nil || j.IsNull() {
		return nil, err
	}
	var list []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(j, &list); err != nil {
		return nil, fault.Invalid("", "Extract rules must be a list of objects.")
	}
	seen := map[string]bool{}
	for i, r := range list {
		if r.Name == "" || seen[r.Name] {
			return nil, fault.Invalid("", "Extract rule %d needs a unique name, not %q.", i+1, r.Name)
		}
		seen[r.Name] = true
	}
	return j, nil
}

// library parses the short name of a tool library or its class name in the reference.
func library(j models.JSON) (string, error) {
	s, err := text(j)
	if err != nil {
		return "", err
	}
	if l := tool.Find(s); l != nil {
		return l.Name(), nil
	}
	known := []string{}
	for _, l := range tool.All() {
		known = append(known, l.Name())
	}
	return "", fault.Invalid("", "This server has no tool library %q.", s).Try("Use one of: " + strings.Join(known, ", ") + ".")
}

// providerName takes the name of a model provider, in the case that it is registered in.
func providerName(j models.JSON) (string, error) {
	s, err := text(j)
	if err != nil {
		return "", err
	}
	p, err := provider.Find(s)
	if err != nil {
		return "", err
	}
	return p.Name(), nil
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func join[E ~string](members []E) string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = string(m)
	}
	return strings.Join(names, ", ")
}

func orNull(j models.JSON) []byte {
	if j.IsNull() {
		return []byte("null")
	}
	return j
}

// brief returns a value for a message, or its size if it is long.
func brief(j models.JSON) string {
	if s := string(orNull(j)); len(s) <= 60 {
		return s
	}
	return "a " + strconv.Itoa(len(j)) + " byte value"
}
