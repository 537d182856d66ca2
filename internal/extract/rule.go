// Package extract extracts names and attributes from a version's content by declared rules. A rule is an expression
// in CEL over `content` (the parsed JSON, else the text), with a cost limit and a deadline: it cannot loop, access
// anything else or run for long. Rules in the reference's simple JavaScript style are translated. The package is pure
// and does not know types or versions; artifact/store and catalog call it.
package extract

import (
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// The standard properties that a rule may set.
const (
	SlotName        = "name"
	SlotDescription = "description"
)

var slots = []string{"", SlotName, SlotDescription, "displayMarkdown", "displayHtml"}

// Rule extracts one attribute.
type Rule struct {
	Name             string `json:"name"`
	Description      string `json:"description,omitempty"`
	Type             string `json:"type,omitempty"`             // for people; never checked against the value
	StandardProperty string `json:"standardProperty,omitempty"` // one of slots, or empty
	Expr             string `json:"expr,omitempty"`             // CEL
	Extractor        string `json:"extractor,omitempty"`        // the reference's JavaScript style, used when Expr is empty
}

// Parse parses the rules of a type, as they are stored; null and empty mean no rules. It compiles every expression,
// so that accepted rules can run.
func Parse(raw []byte) ([]Rule, error) {
	text := strings.TrimSpace(string(raw))
	if text == "" || text == "null" {
		return nil, nil
	}
	var rules []Rule
	if err := json.Unmarshal(raw, &rules); err != nil {
		return nil, fault.Invalid("extractRules", "Extract rules must be a list of objects with name and expr.").Because(err)
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
		return fault.Invalid("extractRules", "Every extract rule must have a name.")
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

// Inherit merges the rules of a chain of types, leaf first. From the root down, a child's rule replaces its parent's
// of the same name, and new ones follow. Levels without rules, or with rules that cannot be parsed, are skipped.
func Inherit(levels [][]byte) []Rule {
	var joined []Rule
	for _, raw := range slices.Backward(levels) {
		rules, err := Parse(raw)
		if err != nil {
			continue // such rules are rejected when they are saved; older ones are left out
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
