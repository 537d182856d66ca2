// Package extract reads names and attributes out of a version's content by declared rules. A rule is an expression in
// CEL over `content` (the parsed JSON, else the text), with a cost limit and a deadline: it cannot loop, reach anything
// or be left running. Rules in the reference's simple JavaScript style are translated. The package is pure; types and
// versions are others'.
package extract

import (
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// The slots that a rule may fill.
const (
	SlotName        = "name"
	SlotDescription = "description"
)

var slots = []string{"", SlotName, SlotDescription, "displayMarkdown", "displayHtml"}

// Rule reads one attribute.
type Rule struct {
	Name             string `json:"name"`
	Description      string `json:"description,omitempty"`
	Type             string `json:"type,omitempty"`             // for people; never checked against the value
	StandardProperty string `json:"standardProperty,omitempty"` // one of the slots, or empty
	Expr             string `json:"expr,omitempty"`             // CEL
	Extractor        string `json:"extractor,omitempty"`        // the reference's JavaScript style, used when Expr is empty
}

// Parse reads the rules of a type, as they are stored; null and empty are not rules. It compiles every expression, so
// that what it accepts can run.
func Parse(raw []byte) ([]Rule, error) {
	text := strings.TrimSpace(string(raw))
	if text == "" || text == "null" {
		return nil, nil
	}
	var rules []Rule
	if err := json.Unmarshal(raw, &rules); err != nil {
		return nil, fault.Invalid("extractRules", "Extract rules are a list of objects with name and expr.").Because(err)
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if err := r.check(seen); err != nil {
			return nil, err
		}
		seen[r.Name] = true
	}
	return rules, nil
}

func (r Rule) check(seen map[string]bool) error {
	switch {
	case strings.TrimSpace(r.Name) == "":
		return fault.Invalid("extractRules", "Every extract rule needs a name.")
	case seen[r.Name]:
		return fault.Invalid("extractRules", "There are two extract rules named %q.", r.Name)
	case !slices.Contains(slots, r.StandardProperty):
		return fault.Invalid("extractRules", "The extract rule %q fills %q, which is not a known slot.", r.Name, r.StandardProperty).
			Try("Use one of: " + strings.Join(slots[1:], ", ") + ".")
	}
	_, err := r.program()
	return err
}

// expression returns the rule's CEL, translated when it is in the reference's style.
func (r Rule) expression() (string, error) {
	if strings.TrimSpace(r.Expr) != "" {
		return r.Expr, nil
	}
	if expr, ok := translate(r.Extractor); ok {
		return expr, nil
	}
	return "", fault.Invalid("extractRules", "The extractor of the rule %q is more than a chain of properties with || fallbacks.", r.Name).
		Try(`Write it as expr in CEL, for example: firstOf([pick(content, "report.name"), "Report"]).`)
}

// Inherit joins the rules of a chain of types, leaf first: from the root down, a child's rule takes the place of its
// parent's of the same name, and new ones follow. Levels that hold no rules, or none that can be read, are passed over.
func Inherit(levels [][]byte) []Rule {
	var joined []Rule
	for _, raw := range slices.Backward(levels) {
		rules, err := Parse(raw)
		if err != nil {
			continue // it was refused when it was saved; an older one is left out
		}
		for _, r := range rules {
			if i := slices.IndexFunc(joined, func(have Rule) bool { return have.Name == r.Name }); i >= 0 {
				joined[i] = r
				continue
			}
			joined = append(joined, r)
		}
	}
	return joined
}
