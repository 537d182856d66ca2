package deliverable

import (
	"cmp"

	"vitrine/internal/harness"
)

// start remembers the name of a helper for as long as what it writes may come.
func (p *Pairing) start(w harness.Write, sight Arrival) []ConfirmedWrite {
	if known := p.calls[w.CallID]; known == nil || known.helper == nil {
		p.keep(w.CallID, &call{helper: &w, sight: sight})
	}
	return nil
}

// nameOf gives the name of a helper that is told by the call that started it.
func (p *Pairing) nameOf(helper string) string {
	if known := p.calls[helper]; known != nil && known.helper != nil {
		return cmp.Or(known.helper.Helper, helper)
	}
	return helper
}
