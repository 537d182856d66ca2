package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"google.golang.org/protobuf/types/known/structpb"
)

// MaxContent is the largest content that rules read, in bytes.
const MaxContent = 1 << 20

// deadline bounds one rule.
const deadline = 250 * time.Millisecond

// Attribute is the result of one rule. Absent means that the rule found nothing, which is different from null.
type Attribute struct {
	Name             string
	StandardProperty string
	Value            any // as JSON decodes; nil is null
	Absent           bool
	Error            string // the reason when the rule failed; the value is then null
}

// Run applies rules one by one. A rule that fails results in null and its reason, and does not stop the others.
func Run(ctx context.Context, rules []Rule, content []byte) []Attribute {
	value := contentValue(content)
	found := make([]Attribute, len(rules))
	for i, r := range rules {
		found[i] = r.run(ctx, value)
	}
	return found
}

func (r Rule) run(ctx context.Context, content any) Attribute {
	a := Attribute{Name: r.Name, StandardProperty: r.StandardProperty}
	p, err := r.program()
	if err != nil {
		a.Error = err.Error()
		return a
	}
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	out, _, err := p.ContextEval(ctx, map[string]any{"content": content})
	if err != nil {
		a.Error = firstLine(err)
		return a
	}
	a.Value, a.Absent, err = native(out)
	if err != nil {
		a.Error = "The value cannot be stored as JSON."
	}
	return a
}

// contentValue returns the value of content in expressions: the parsed JSON, else the text.
func contentValue(content []byte) any {
	var v any
	if json.Unmarshal(bytes.TrimSpace(content), &v) == nil {
		return v
	}
	return strings.ToValidUTF8(string(content), "\ufffd")
}

// native turns a CEL value into what JSON decodes to. The text "null" is null, as in the reference.
func native(v ref.Val) (value any, absent bool, err error) {
	if o, ok := v.(*types.Optional); ok {
		if !o.HasValue() {
			return nil, true, nil
		}
		v = o.GetValue()
	}
	out, err := v.ConvertToNative(reflect.TypeFor[*structpb.Value]())
	if err != nil {
		return nil, false, err
	}
	value = out.(*structpb.Value).AsInterface() //nolint:forcetypeassert // just asked for
	if s, ok := value.(string); ok && strings.EqualFold(strings.TrimSpace(s), "null") {
		return nil, false, nil
	}
	return value, false, nil
}

// Slot returns the text of the first attribute with a standard property; empty when there is none or it is not text.
func Slot(found []Attribute, slot string) string {
	for _, a := range found {
		if a.StandardProperty == slot {
			s, _ := a.Value.(string)
			return s
		}
	}
	return ""
}

// Object returns the attributes as one JSON object by rule name; nil when there are none.
func Object(found []Attribute) map[string]any {
	var object map[string]any
	for _, a := range found {
		if a.Absent {
			continue
		}
		if object == nil {
			object = map[string]any{}
		}
		object[a.Name] = a.Value
	}
	return object
}
