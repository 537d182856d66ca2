package deliverable

import (
	"cmp"

	"vitrine/internal/harness"
)

// start stores the name of a helper until its writes come.
func (p *Pairing) start(w harness.Write, arrival Arrival) []ConfirmedWrite {
	if known := p.calls[w.CallID]; known == nil || known.helper == nil {
		p.keep(w.CallID, &call{helper: &w, arrival: arrival})
	}
	return nil
}

// nameOf returns the name of a helper from the call that started it, else its id.
func (p *Pairing) nameOf(helper string) string {
	if known := p.calls[helper]; known != nil && known.helper != nil {
		return cmp.Or(known.helper.Helper, helper)
	}
	return helper
}
