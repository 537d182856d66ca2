package deliverable

import "vitrine/internal/harness"

// openCalls says which places open calls touch, so that what is reported about a place finds them without a look at all
// the others.
type openCalls struct {
	asked   map[Place]int             // how many calls touch it; file operations that a client carries out for a call are none
	scripts map[Place]map[string]bool // the calls whose writes were read out of a script
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

// forgetPlace says that an open call does not touch a place any more.
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

// keep puts what is now known of a call in the place of what was known before; nil forgets it.
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

// accounted takes the writes of a whole result out of the scripts that are open: it knows better what became of them. A
// script with no other writes has nothing to wait for, now or when it is reported again.
func (p *Pairing) accounted(writes []harness.Write, arrival Arrival) {
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

// failed is what stays known of a call that did not go well, so that the same call from another feed does not wait
// again.
func failed(id string, arrival Arrival) *call {
	return &call{outcome: &harness.Write{CallID: id, Outcome: harness.Failed}, arrival: arrival}
}
