package deliverable

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/harness"
)

// maxCallID bounds the id of a call in bytes; a call with a longer one is passed over.
const maxCallID = 500

// Arrival is how a record reached us: the place its paths are relative to, when it arrived, and its receipt.
type Arrival struct {
	Host    string
	Cwd     string
	At      time.Time // the time of arrival, for records without a time of their own
	Receipt Receipt
}

// ConfirmedWrite is a write whose outcome is known good: the operation to fold and the write with what it describes the
// content.
type ConfirmedWrite struct {
	Op    Op
	Write harness.Write
}

// Pairing joins calls with their results by id, in whatever order and by whatever feed they come. It is not safe for
// concurrent use.
type Pairing struct {
	calls   map[string]*call
	settled map[string]bool // calls that are known to have moved a row
	dirty   map[string]bool
	open    openCalls // those that wait for their result, by place
}

// call is what is known of one call: its writes while it waits for its result, an outcome that waits for its call, or
// the helper that it started. What stands for a feed is kept in the same way, under an id of the feed.
type call struct {
	writes   []harness.Write
	places   map[Place]bool // of the writes that no other call has reported
	outcome  *harness.Write
	helper   *harness.Write
	defaults *harness.Write
	arrival  Arrival
}

// NewPairing starts without any waiting call; settled are the calls that the history knows already.
func NewPairing(settled ...string) *Pairing {
	p := &Pairing{calls: map[string]*call{}, settled: map[string]bool{}, dirty: map[string]bool{}, open: newOpenCalls()}
	for _, id := range settled {
		p.settled[id] = true
	}
	return p
}

// Unconfirmed counts the calls whose result never came.
func (p *Pairing) Unconfirmed() int {
	n := 0
	for _, c := range p.calls {
		if len(c.writes) > 0 {
			n++
		}
	}
	return n
}

// Take folds the writes of one record and returns those that are now known to have happened.
func (p *Pairing) Take(writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	var found []ConfirmedWrite
	for _, group := range byCall(writes) {
		found = append(found, p.take(group, arrival)...)
	}
	return found
}

// byCall cuts a record's writes into runs of one call each; what stands for the feed is a run of its own.
func byCall(writes []harness.Write) [][]harness.Write {
	var groups [][]harness.Write
	for i, w := range writes {
		if i > 0 && w.CallID == writes[i-1].CallID && !w.FeedDefaults && !writes[i-1].FeedDefaults {
			groups[len(groups)-1] = append(groups[len(groups)-1], w)
			continue
		}
		groups = append(groups, []harness.Write{w})
	}
	return groups
}

func (p *Pairing) take(group []harness.Write, arrival Arrival) []ConfirmedWrite {
	head := group[0]
	if head.FeedDefaults {
		return p.setDefaults(head, arrival)
	}
	for i := range group {
		group[i] = p.placed(group[i], arrival)
	}
	switch {
	case head.CallID == "" && head.Outcome == harness.Done:
		return confirmed(group, arrival)
	case !isCallID(head.CallID) || p.settled[head.CallID] && head.Outcome == harness.Pending:
		return nil // without an id no result can ever confirm it; a settled call has nothing to wait for
	case head.Starts:
		return p.start(group[0], arrival)
	case head.Outcome == harness.Pending:
		return p.announce(head.CallID, group, arrival)
	}
	return p.close(head.CallID, group, arrival)
}

// announce lets a call wait for its result, unless that came first. What names no path is nothing to wait for.
func (p *Pairing) announce(id string, writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	writes = slices.DeleteFunc(writes, func(w harness.Write) bool { return w.Path == "" })
	known := p.calls[id]
	switch {
	case len(writes) == 0:
		return nil
	case known != nil && known.outcome != nil:
		return p.settle(id, joined(writes, []harness.Write{*known.outcome}), known.arrival)
	case writes[0].Inner && p.carried(writes[0], arrival):
		return nil
	}
	now := &call{arrival: arrival, places: map[Place]bool{}}
	p.keep(id, now)
	for _, w := range writes {
		w.CallID, w.Outcome = ownCallID(w, arrival), harness.Pending
		p.wait(id, now, w)
	}
	return nil
}

// close ends a call. A result that reports the whole change counts although its call is unknown: a feed may start in
// between.
func (p *Pairing) close(id string, result []harness.Write, arrival Arrival) []ConfirmedWrite {
	known := p.calls[id]
	switch {
	case known != nil && known.helper != nil: // a background helper writes on after its call has ended
	case known != nil && len(known.writes) > 0:
		return p.settle(id, joined(known.left(), result), arrival)
	case result[0].Whole:
		return p.settle(id, result, arrival)
	case known != nil && known.outcome != nil && known.outcome.Outcome == harness.Failed: // what is known to have failed stays so
	case !result[0].Inner && !p.settled[id]:
		p.keep(id, &call{outcome: &result[0], arrival: arrival})
	}
	return nil
}

// settle forgets a waiting call and returns its writes when it went well. A failure stays known, so that the same call
// from another feed does not wait again.
func (p *Pairing) settle(id string, writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	if writes[0].Outcome == harness.Failed {
		p.keep(id, failed(id, arrival))
		return nil
	}
	p.keep(id, nil)
	p.settled[id] = !writes[0].Inner
	p.accounted(writes, arrival)
	return confirmed(writes, arrival)
}

// isCallID reports whether an id can be kept: it is there, not endless, no feed's, and free of the one character a
// database refuses.
func isCallID(id string) bool {
	return id != "" && len(id) <= maxCallID && !strings.HasPrefix(id, FeedMark) && !strings.ContainsRune(id, 0)
}

// valueOf returns what is known, else nothing of it.
func valueOf[T any](known *T) T {
	if known == nil {
		return *new(T)
	}
	return *known
}
