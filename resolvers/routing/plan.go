package routing

import (
	"cmp"
	"fmt"
	"slices"

	"vitrine/models"
)

// Candidate is one version of a turn with its own type.
type Candidate struct {
	Type    *models.ArtifactType
	Version *models.ConversationArtifactVersion
}

// Plan routes all versions of one turn, in the given order (oldest first), and limits the inline ones to the model's
// budget of bytes and items. Versions above the budget go to tools, largest first; of equal sizes, the older first.
func Plan(candidates []Candidate, m *models.Model, capBytes int64) []Route {
	routes := make([]Route, len(candidates))
	for i, c := range candidates {
		routes[i] = Decide(c.Type, c.Version, m, capBytes)
	}
	for _, i := range overBudget(candidates, routes, m) {
		routes[i] = oversize(budgetReason(candidates[i], m))
	}
	return routes
}

// overBudget lists the inline candidates that exceed the budget.
func overBudget(candidates []Candidate, routes []Route, m *models.Model) []int {
	var inline []int
	var total int64
	for i, r := range routes {
		if r.Delivery == models.DeliveredInline {
			inline, total = append(inline, i), total+size(candidates[i])
		}
	}
	slices.SortStableFunc(inline, func(a, b int) int { return cmp.Compare(size(candidates[b]), size(candidates[a])) })
	out := 0
	for ; out < len(inline) && !fits(total, len(inline)-out, m); out++ {
		total -= size(candidates[inline[out]])
	}
	return inline[:out]
}

func size(c Candidate) int64 { return *c.Version.SizeBytes } // Decide sends unknown sizes to tools

func fits(total int64, items int, m *models.Model) bool {
	return (m.MaxInlineBytesTotal == nil || total <= *m.MaxInlineBytesTotal) &&
		(m.MaxInlineItems == nil || items <= *m.MaxInlineItems)
}

func budgetReason(c Candidate, m *models.Model) string {
	limits := ""
	if m.MaxInlineBytesTotal != nil {
		limits = fmt.Sprintf(" of %d bytes", *m.MaxInlineBytesTotal)
	}
	if m.MaxInlineItems != nil {
		limits += fmt.Sprintf(" of %d items", *m.MaxInlineItems)
	}
	return fmt.Sprintf("This %s file (%d bytes) does not fit the inline budget%s of the model %s for one turn.", c.Type.Name, size(c), limits, nameOf(m))
}
