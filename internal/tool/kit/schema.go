package kit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// schema is the JSON Schema of an input struct and decodes into that struct.
//
// Tags of a field: json is its name (omitempty makes it optional), about its description, min and max the bounds of a
// number or the length of a text, enum the allowed words (comma-separated), default the value of an absent field.
type schema[In any] struct {
	raw      json.RawMessage
	defaults json.RawMessage
	validator
}

// property is one field of an input in the terms of JSON Schema; its keys are written in the order of its fields.
type property struct {
	Type        string    `json:"type,omitempty"`
	Description string    `json:"description,omitempty"`
	Items       *property `json:"items,omitempty"`
	Enum        []string  `json:"enum,omitempty"`
	Default     any       `json:"default,omitempty"`
	Minimum     *float64  `json:"minimum,omitempty"`
	Maximum     *float64  `json:"maximum,omitempty"`
	MinLength   *float64  `json:"minLength,omitempty"`
	MaxLength   *float64  `json:"maxLength,omitempty"`
	MinItems    *float64  `json:"minItems,omitempty"`
	MaxItems    *float64  `json:"maxItems,omitempty"`

	// of an object
	Properties           json.RawMessage `json:"properties,omitempty"`
	Required             []string        `json:"required,omitempty"`
	AdditionalProperties *bool           `json:"additionalProperties,omitempty"`

	name     string
	required bool
}

var cursorProperty = property{name: "cursor", Type: "string", Description: "The nextCursor of the previous answer, for the next page. Keep the rest of the input unchanged."}

// schemaOf derives the schema of an input struct. It panics at start on a field it cannot describe: a programming
// error.
func schemaOf[In any]() schema[In] {
	properties, defaults := propertiesOf(reflect.TypeFor[In]()), map[string]any{}
	for _, p := range properties {
		if p.Default != nil {
			defaults[p.name] = p.Default
		}
	}
	raw := mustJSON(object("", append(properties, cursorProperty)))
	return schema[In]{raw: raw, defaults: mustJSON(defaults), validator: newValidator(raw, properties)}
}

func propertiesOf(t reflect.Type) []property {
	properties := make([]property, t.NumField())
	for i := range properties {
		properties[i] = propertyOf(t.Field(i))
	}
	return properties
}

// decode decodes a checked input, with defaults for absent fields.
func (s schema[In]) decode(raw []byte) (in In, err error) {
	for _, layer := range [][]byte{s.defaults, raw} {
		if err = json.Unmarshal(layer, &in); err != nil {
			return in, fault.Invalid("", "The input has a value that does not fit its field: %s.", parse.Brief(err)).
				Try("Write whole numbers without a point or an exponent.").Because(err)
		}
	}
	return in, nil
}

// object returns the property of an object with its properties in the order of the struct, which is the order an agent
// reads.
func object(description string, properties []property) property {
	body, required, no := make([]string, len(properties)), []string{}, false
	for i, p := range properties {
		body[i] = strconv.Quote(p.name) + ":" + string(mustJSON(p))
		if p.required {
			required = append(required, p.name)
		}
	}
	return property{
		Type: "object", Description: description, Required: required, AdditionalProperties: &no,
		Properties: json.RawMessage("{" + strings.Join(body, ",") + "}"),
	}
}

func propertyOf(f reflect.StructField) property {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	p := property{name: name, required: options != "omitempty", Description: f.Tag.Get("about"), Type: jsonType(f.Type)}
	if f.Type.Kind() == reflect.Slice {
		p.Items = itemOf(f.Type.Elem())
	}
	if words := f.Tag.Get("enum"); words != "" {
		p.Enum = strings.Split(words, ",")
	}
	if text, ok := f.Tag.Lookup("default"); ok && json.Unmarshal([]byte(text), &p.Default) != nil {
		p.Default = text
	}
	p.bound(bound(f, "min"), bound(f, "max"))
	return p
}

func itemOf(t reflect.Type) *property {
	item := property{Type: jsonType(t)}
	if t.Kind() == reflect.Struct {
		item = object("", propertiesOf(t))
	}
	return &item
}

// bound sets the limits under the keywords for the property's type.
func (p *property) bound(low, high *float64) {
	switch p.Type {
	case "string":
		p.MinLength, p.MaxLength = low, high
	case "array":
		p.MinItems, p.MaxItems = low, high
	default:
		p.Minimum, p.Maximum = low, high
	}
}

func bound(f reflect.StructField, tag string) *float64 {
	text, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("tool: %s of field %s is not a number: %q", tag, f.Name, text))
	}
	return &n
}

func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return "array"
	case reflect.Interface:
		return "" // any JSON value
	case reflect.Struct:
		return "object"
	default:
		panic("tool: an input field cannot be of type " + t.String())
	}
}

// mustJSON encodes values that this package made.
func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}
