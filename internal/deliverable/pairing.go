package deliverable

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/harness"
)

// maxCallID bounds the id of a call in bytes; a call with a longer one is ignored.
const maxCallID = 500

// Arrival is where a record came from: the host and folder of its paths, when it arrived, and its receipt.
type Arrival struct {
	Host    string
	Cwd     string
	At      time.Time // when the record arrived, for records without a time
	Receipt Receipt
}

// ConfirmedWrite is a write that succeeded: the operation to fold, and the write with its content.
type ConfirmedWrite struct {
	Op    Op
	Write harness.Write
}

// Pairing joins calls with their results by id, in whatever order and from whatever feed they come. It is not safe
// for concurrent use.
type Pairing struct {
	calls   map[string]*call
	settled map[string]bool // calls that have changed a row
	dirty   map[string]bool
	open    openCalls // those that wait for their result, by place
}

// call is what is known of one call: its writes while it waits for its result, an outcome that waits for its call, or
// the helper that it started. The defaults of a feed are stored in the same way, under an id of the feed.
type call struct {
	writes   []harness.Write
	places   map[Place]bool // of the writes that no other call has reported
	outcome  *harness.Write
	helper   *harness.Write
	defaults *harness.Write
	arrival  Arrival
}

// NewPairing returns a pairing without waiting calls; settled are the calls that have already changed a row.
func NewPairing(settled ...string) *Pairing {
	p := &Pairing{calls: map[string]*call{}, settled: map[string]bool{}, dirty: map[string]bool{}, open: newOpenCalls()}
	for _, id := range settled {
		p.settled[id] = true
	}
	return p
}

// Unconfirmed counts the calls without a result.
func (p *Pairing) Unconfirmed() int {
	n := 0
	for _, c := range p.calls {
		if len(c.writes) > 0 {
			n++
		}
	}
	return n
}

// Take folds the writes of one record and returns those that are now known to have succeeded.
func (p *Pairing) Take(writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	var found []ConfirmedWrite
	for _, group := range byCall(writes) {
		found = append(found, p.take(group, arrival)...)
	}
	return found
}

// byCall divides a record's writes into runs of one call each; the defaults of a feed are always a run of their own.
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
		group[i] = p.withDefaults(group[i], arrival)
	}
	switch {
	case head.CallID == "" && head.Outcome == harness.Done:
		return confirmed(group, arrival)
	case !isCallID(head.CallID) || p.settled[head.CallID] && head.Outcome == harness.Pending:
		return nil // without an id no result can confirm it; a settled call has nothing to wait for
	case head.Starts:
		return p.start(group[0], arrival)
	case head.Outcome == harness.Pending:
		return p.announce(head.CallID, group, arrival)
	}
	return p.close(head.CallID, group, arrival)
}

// announce stores a call until its result comes, unless that came first. A write without a path is not stored.
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

// close ends a call. A result that contains the whole change counts although its call is unknown: a feed may start
// between the two.
func (p *Pairing) close(id string, result []harness.Write, arrival Arrival) []ConfirmedWrite {
	known := p.calls[id]
	switch {
	case known != nil && known.helper != nil: // a background helper continues to write after its call has ended
	case known != nil && len(known.writes) > 0:
		return p.settle(id, joined(known.left(), result), arrival)
	case result[0].Whole:
		return p.settle(id, result, arrival)
	case known != nil && known.outcome != nil && known.outcome.Outcome == harness.Failed: // a failure is final
	case !result[0].Inner && !p.settled[id]:
		p.keep(id, &call{outcome: &result[0], arrival: arrival})
	}
	return nil
}

// settle removes a waiting call and returns its writes when it succeeded. A failure is stored, so that the same call
// from another feed does not wait again.
func (p *Pairing) settle(id string, writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	if writes[0].Outcome == harness.Failed {
		p.keep(id, failed(id, arrival))
		return nil
	}
	p.keep(id, nil)
	p.settled[id] = !writes[0].Inner
	p.settleScripts(writes, arrival)
	return confirmed(writes, arrival)
}

// isCallID reports whether an id can be stored: not empty, not too long, not the id of a feed, and without NUL, which
// the database rejects.
func isCallID(id string) bool {
	return id != "" && len(id) <= maxCallID && !strings.HasPrefix(id, FeedMark) && !strings.ContainsRune(id, 0)
}

// valueOf returns what a pointer points to, the zero value for nil.
func valueOf[T any](known *T) T {
	if known == nil {
		return *new(T)
	}
	return *known
}
