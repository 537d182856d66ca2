package kit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"vitrine/internal/fault"
)

// MaxInputBytes limits the size of the input of one call.
const MaxInputBytes = 64 << 10

// parseInput parses the call's input as a JSON object and takes the cursor out of it.
func parseInput(call Call) (input map[string]any, cursor string, err error) {
	if len(call.Input) > MaxInputBytes {
		return nil, "", fault.TooLarge("input", "The input has %d bytes; a tool takes at most %d.", len(call.Input), MaxInputBytes)
	}
	input = map[string]any{}
	if raw := bytes.TrimSpace(call.Input); len(raw) > 0 && string(raw) != "null" {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&input); err != nil || d.More() {
			return nil, "", fault.Invalid("input", "The input of %s must be one JSON object.", call.Tool).Because(err)
		}
	}
	cursor = call.Cursor
	if text, ok := input["cursor"].(string); ok {
		delete(input, "cursor")
		if cursor == "" {
			cursor = text
		}
	}
	return input, cursor, nil
}

// validator checks inputs against one schema and describes what the tool takes.
type validator struct {
	compiled   func() *jsonschema.Schema // compiled at the first call, so that starting the program costs nothing
	properties []property
}

func newValidator(raw json.RawMessage, properties []property) validator {
	return validator{compiled: sync.OnceValue(func() *jsonschema.Schema { return mustCompile(raw) }), properties: properties}
}

func mustCompile(raw json.RawMessage) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("input.json", doc); err != nil {
		panic(err)
	}
	return c.MustCompile("input.json")
}

// check returns one error with every violation of the schema and the field of each, followed by what the tool takes.
func (v validator) check(tool string, input map[string]any) error {
	err := v.compiled().Validate(map[string]any(input))
	if err == nil {
		return nil
	}
	field, broken := "", []string{}
	for _, leaf := range leaves(err) {
		at := strings.Join(leaf.InstanceLocation, ".")
		text := leaf.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		if at != "" {
			text = fmt.Sprintf("%q: %s", at, text)
		}
		field, broken = at, append(broken, text)
	}
	slices.Sort(broken)
	return fault.Invalid(field, "The input of %s is not valid: %s.", tool, strings.Join(broken, "; ")).
		Try(fmt.Sprintf("%s takes %s.", tool, v.expects()))
}

// expects describes in one line the fields that a tool takes.
func (v validator) expects() string {
	if len(v.properties) == 0 {
		return "no input"
	}
	fields := make([]string, len(v.properties))
	for i, p := range v.properties {
		kind := p.Type
		if len(p.Enum) > 0 {
			kind = "one of " + strings.Join(p.Enum, "|")
		}
		if kind == "" {
			kind = "any value"
		}
		if p.required {
			kind += ", required"
		}
		fields[i] = fmt.Sprintf("%s (%s)", p.name, kind)
	}
	return strings.Join(fields, ", ")
}

// leaves returns the innermost causes of a validation error, which are those that name a rule.
func leaves(err error) []*jsonschema.ValidationError {
	var top *jsonschema.ValidationError
	if !errors.As(err, &top) {
		return nil
	}
	if len(top.Causes) == 0 {
		return []*jsonschema.ValidationError{top}
	}
	var out []*jsonschema.ValidationError
	for _, cause := range top.Causes {
		out = append(out, leaves(cause)...)
	}
	return out
}
