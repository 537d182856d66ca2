package deliverable

import (
	"encoding/json"
	"maps"
	"slices"

	"vitrine/internal/harness"
	"vitrine/models"
)

// RestorePairing returns a pairing with the stored waiting calls and the changes of calls that are already settled.
func RestorePairing(waiting []*models.DeliverableCall, history []*models.DeliverableChange) *Pairing {
	p := NewPairing()
	for _, change := range history {
		p.settled[change.CallID] = true
	}
	for _, row := range waiting {
		p.restore(row)
	}
	return p
}

// restore adds one stored write or outcome to its call; rows come in the order of their ordinals.
func (p *Pairing) restore(row *models.DeliverableCall) {
	var w harness.Write
	if json.Unmarshal(row.Write, &w) != nil {
		return
	}
	known := p.calls[row.CallID]
	if known == nil {
		arrival := Arrival{Host: row.Host, At: row.At, Receipt: Receipt{row.Source, row.Position, row.RecordHash, row.RecordOffset}}
		known = &call{arrival: arrival, places: map[Place]bool{}}
		p.calls[row.CallID] = known
	}
	switch {
	case w.FeedDefaults:
		known.defaults = &w
	case w.Starts:
		known.helper = &w
	case w.Path == "" || w.Outcome != harness.Pending:
		known.outcome = &w
	default:
		p.wait(row.CallID, known, w)
	}
}

// Waiting returns everything that waits, as rows to store, in the order of calls.
func (p *Pairing) Waiting() []*models.DeliverableCall {
	return p.rowsOf(slices.Sorted(maps.Keys(p.calls)))
}

// Moved returns the ids of the calls that were added, changed or removed since the pairing was made, and the rows
// that are left of them.
func (p *Pairing) Moved() (calls []string, left []*models.DeliverableCall) {
	calls = slices.Sorted(maps.Keys(p.dirty))
	return calls, p.rowsOf(calls)
}

func (p *Pairing) rowsOf(ids []string) []*models.DeliverableCall {
	var rows []*models.DeliverableCall
	for _, id := range ids {
		if c := p.calls[id]; c != nil {
			rows = append(rows, c.rows(id)...)
		}
	}
	return rows
}

func (c *call) rows(id string) []*models.DeliverableCall {
	writes := c.left()
	for _, write := range []*harness.Write{c.outcome, c.helper, c.defaults} {
		if write != nil {
			writes = []harness.Write{*write}
		}
	}
	var rows []*models.DeliverableCall
	for i, w := range writes {
		text, err := json.Marshal(w)
		if err != nil { // a time outside JSON's years: such a call cannot be stored
			continue
		}
		rows = append(rows, &models.DeliverableCall{
			CallID: id, Ordinal: i, Key: c.keyOf(w), Write: text, Host: c.arrival.Host, At: c.arrival.At,
			Source: c.arrival.Receipt.Source, Position: c.arrival.Receipt.Position, RecordHash: c.arrival.Receipt.RecordHash,
			RecordOffset: c.arrival.Receipt.Offset,
		})
	}
	return rows
}

// keyOf returns the key of the row that a waiting write would change; empty for an outcome and for a text that is not
// a path.
func (c *call) keyOf(w harness.Write) string {
	place, ok := Locate(c.arrival.Host, w.Cwd, w.Path)
	if !ok || w.Outcome != harness.Pending {
		return ""
	}
	return place.Key()
}
