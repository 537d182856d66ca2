package metasync

import (
	"net/url"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

const lookupPrefix = "@lookup:"

// lookup is a parsed "@lookup:Collection.Field=Value[&Field=Value][?create[&Field=Value]][?allowDefer]".
//
// ?allowDefer has no effect: the records of one push are looked up in any order.
type lookup struct {
	kind     kind
	criteria []criterion
	create   bool        // create the record when there is none
	extra    []criterion // further values of the created record
}

// criterion is one field that must have a value; the value may be another look-up.
type criterion struct {
	field string // in the API's spelling, or id
	value string
}

func parseLookup(s string) (*lookup, error) {
	body, options := cutOptions(strings.TrimPrefix(s, lookupPrefix))
	left, _, ok := strings.Cut(body, "=")
	dot := strings.LastIndexByte(left, '.')
	if !ok || dot < 0 {
		return nil, fault.Invalid("", "%q is not a valid look-up.", s).Try("Write @lookup:Collection.Field=Value.")
	}
	l := &lookup{kind: kindCalled(left[:dot])}
	if l.kind == nil {
		return nil, fault.Invalid("", "The look-up %q names the unknown collection %q.", s, left[:dot]).Try("Use one of: " + strings.Join(Collections(), ", ") + ".")
	}
	for _, pair := range splitCriteria(body[dot+1:]) {
		c, err := l.criterion(s, pair)
		if err != nil {
			return nil, err
		}
		l.criteria = append(l.criteria, c)
	}
	return l, l.readOptions(s, options)
}

// cutOptions splits before the first option; a question mark elsewhere belongs to a value.
func cutOptions(body string) (string, []string) {
	cut := len(body)
	for _, option := range []string{"?create", "?allowDefer"} {
		if i := strings.Index(body, option); i >= 0 {
			cut = min(cut, i)
		}
	}
	return body[:cut], strings.FieldsFunc(body[cut:], func(r rune) bool { return r == '?' || r == '&' })
}

// splitCriteria splits at ampersands; a value that is a look-up includes the rest.
func splitCriteria(s string) (pairs []string) {
	for s != "" {
		next, rest, more := strings.Cut(s, "&")
		if _, value, _ := strings.Cut(next, "="); strings.HasPrefix(value, lookupPrefix) || !more {
			return append(pairs, s)
		}
		pairs, s = append(pairs, next), rest
	}
	return pairs
}

func (l *lookup) criterion(whole, pair string) (criterion, error) {
	name, value, ok := strings.Cut(pair, "=")
	field, known := l.kind.field(strings.TrimSpace(name))
	switch {
	case !ok:
		return criterion{}, fault.Invalid("", "The look-up %q has no = after %q.", whole, pair)
	case !known:
		return criterion{}, fault.Invalid("", "The look-up %q names %q, which is not a field of %s.", whole, name, l.kind.name())
	}
	return criterion{field: field.name, value: value}, nil
}

func (l *lookup) readOptions(whole string, options []string) error {
	for _, option := range options {
		switch option {
		case "create":
			l.create = true
			continue
		case "allowDefer":
			continue
		}
		c, err := l.criterion(whole, option)
		if err != nil {
			return err
		}
		if c.value, err = url.QueryUnescape(c.value); err != nil {
			return fault.Invalid("", "The look-up %q has a value with invalid percent-encoding: %q.", whole, option)
		}
		l.extra = append(l.extra, c)
	}
	return nil
}

// matches compares as the reference does: strings ignoring case, numbers without quotes, null as the word null.
func (c criterion) matches(value models.JSON) bool {
	if value.IsNull() {
		return c.value == "null"
	}
	var s string
	if value.Decode(&s) != nil {
		s = string(value)
	}
	return strings.EqualFold(strings.TrimSpace(s), strings.TrimSpace(c.value))
}

// raw returns the criterion as a field of a created record; numbers and booleans are converted.
func (c criterion) raw() models.JSON {
	switch v := Canonical(models.JSON(c.value)); {
	case c.value == "null", c.value == "true", c.value == "false":
		return models.JSON(c.value)
	case len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') && c.field != "name":
		return v
	}
	return models.ToJSON(c.value)
}
