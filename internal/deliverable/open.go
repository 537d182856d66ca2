package deliverable

import "vitrine/internal/harness"

// openCalls indexes the open calls by the places they touch, so that a report about a place finds them without a
// scan.
type openCalls struct {
	asked   map[Place]int             // how many calls touch it, without file operations that a client carries out for a call
	scripts map[Place]map[string]bool // the calls whose writes were read from a script
}

func newOpenCalls() openCalls {
	return openCalls{asked: map[Place]int{}, scripts: map[Place]map[string]bool{}}
}

// wait adds a write to those of an open call.
func (p *Pairing) wait(id string, c *call, w harness.Write) {
	place, _ := Locate(c.arrival.Host, w.Cwd, w.Path)
	if c.writes = append(c.writes, w); c.places[place] {
		return
	}
	c.places[place] = true
	if !c.writes[0].Inner {
		p.open.asked[place]++
	}
	if !c.writes[0].Script {
		return
	}
	if p.open.scripts[place] == nil {
		p.open.scripts[place] = map[string]bool{}
	}
	p.open.scripts[place][id] = true
}

// forgetPlace removes a place from those that an open call touches.
func (p *Pairing) forgetPlace(id string, c *call, place Place) {
	delete(c.places, place)
	if !c.writes[0].Inner {
		p.open.asked[place]--
	}
	if p.open.asked[place] <= 0 {
		delete(p.open.asked, place)
	}
	if delete(p.open.scripts[place], id); len(p.open.scripts[place]) == 0 {
		delete(p.open.scripts, place)
	}
}

// keep replaces what is known of a call; nil forgets it.
func (p *Pairing) keep(id string, now *call) {
	if before := p.calls[id]; before != nil {
		for place := range before.places {
			p.forgetPlace(id, before, place)
		}
	}
	p.dirty[id] = true
	if delete(p.calls, id); now != nil {
		p.calls[id] = now
	}
}

// left returns the writes of an open call that no other call has reported.
func (c *call) left() []harness.Write {
	var left []harness.Write
	for _, w := range c.writes {
		if place, _ := Locate(c.arrival.Host, w.Cwd, w.Path); c.places[place] {
			left = append(left, w)
		}
	}
	return left
}

// carried reports whether an open call on the same path accounts for a file operation that a client carried out.
func (p *Pairing) carried(w harness.Write, arrival Arrival) bool {
	place, ok := Locate(arrival.Host, w.Cwd, w.Path)
	return ok && p.open.asked[place] > 0
}

// settleScripts removes the writes of a whole result from the open scripts, because it knows their outcome better. A
// script without other writes has nothing to wait for, now or when it is read again.
func (p *Pairing) settleScripts(writes []harness.Write, arrival Arrival) {
	for _, w := range writes {
		place, ok := Locate(arrival.Host, w.Cwd, w.Path)
		if !ok || !w.Whole {
			continue
		}
		for id := range p.open.scripts[place] {
			script := p.calls[id]
			p.forgetPlace(id, script, place)
			if p.dirty[id] = true; len(script.places) == 0 {
				p.keep(id, failed(id, script.arrival))
			}
		}
	}
}

// failed is what is kept of a failed call, so that the same call from another feed does not wait again.
func failed(id string, arrival Arrival) *call {
	return &call{outcome: &harness.Write{CallID: id, Outcome: harness.Failed}, arrival: arrival}
}
