package observer

import (
	"cmp"
	"context"
	"time"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// Report is what one session produced, according to its records.
type Report struct {
	Session Session
	// Rows are in the order of the list, code last; deleted ones are left out.
	Rows   []*models.Deliverable
	Counts deliverable.Counts
	Tally  Tally
	ByPath map[string]Tally // by the row's key
}

// Tally counts the writes that were requested, by their outcome.
type Tally struct{ Confirmed, Failed, Unconfirmed int }

func (t Tally) plus(other Tally) Tally {
	return Tally{t.Confirmed + other.Confirmed, t.Failed + other.Failed, t.Unconfirmed + other.Unconfirmed}
}

// Offline derives the deliverables of every session without a server, by the server's own code, and writes a report.
// Its errors are faults: INVALID for what cannot be found or read.
func (j *Job) Offline(ctx context.Context) error {
	found, err := j.Find()
	if err != nil {
		return err
	}
	reports := []*Report{}
	for i := range found {
		j.progress(found[i].Key())
		report, err := j.derive(ctx, &found[i])
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	j.progress("")
	return j.writeReports(reports)
}

// derivation is the state of deriving one session's deliverables.
type derivation struct {
	pairing *deliverable.Pairing
	ledger  *deliverable.Ledger
	asked   map[string]map[string]bool // the keys that each call asked to write, by call
	failed  map[string]bool            // calls
	tally   map[string]Tally           // by key
}

func (j *Job) derive(ctx context.Context, s *Session) (*Report, error) {
	d := &derivation{
		pairing: deliverable.NewPairing(), ledger: deliverable.NewLedger(nil, nil),
		asked: map[string]map[string]bool{}, failed: map[string]bool{}, tally: map[string]Tally{},
	}
	for _, file := range s.Files {
		f := newFeed(s, file, j.Host)
		f.started = true // nothing is sent, so nothing is held back
		if err := d.feed(ctx, f); err != nil {
			return nil, err
		}
		for _, sentence := range f.source.skipped() {
			j.say(sentence)
		}
	}
	return d.report(s), nil
}

// feed applies all records of a file. Records without a time get consecutive times that start when the file changed.
func (d *derivation) feed(ctx context.Context, f *feed) error {
	at := f.file.Changed
	arrival := deliverable.Arrival{Host: f.host, Cwd: f.session.Cwd}
	arrival.Receipt.Source = f.name()
	if meta := f.metaRecord(); len(meta) > 0 {
		arrival.At = at
		d.take(f.writesOf(meta), arrival)
	}
	_, err := f.source.read(ctx, func(record []byte, _ int64) bool {
		at = at.Add(time.Microsecond)
		arrival.At = at
		d.take(f.writesOf(record), arrival)
		return false
	})
	if err != nil && ctx.Err() == nil {
		return unreadable(f.file.Path, err)
	}
	return ctx.Err()
}

// take applies the writes of one record, without their text, and counts them.
func (d *derivation) take(writes []harness.Write, arrival deliverable.Arrival) {
	for i, w := range writes {
		writes[i] = deliverable.Trim(w, false, 0)
		d.note(writes[i], arrival)
	}
	for _, confirmed := range d.pairing.Take(writes, arrival) {
		if step := d.ledger.Apply(confirmed.Op); step.Skipped == "" {
			d.add(step.Change.Key, Tally{Confirmed: 1})
		}
	}
}

// note stores the keys that a call asks to write, and counts them as failed when it fails.
func (d *derivation) note(w harness.Write, arrival deliverable.Arrival) {
	place, ok := deliverable.Locate(arrival.Host, cmp.Or(w.Cwd, arrival.Cwd), w.Path)
	switch {
	case w.CallID == "" || w.Inner:
	case w.Outcome == harness.Pending && ok:
		if d.asked[w.CallID] == nil {
			d.asked[w.CallID] = map[string]bool{}
		}
		d.asked[w.CallID][place.Key()] = true
	case w.Outcome == harness.Failed && !d.failed[w.CallID] && len(d.asked[w.CallID]) > 0:
		d.failed[w.CallID] = true
		for key := range d.asked[w.CallID] {
			d.add(key, Tally{Failed: 1})
		}
	}
}

func (d *derivation) add(key string, t Tally) { d.tally[key] = d.tally[key].plus(t) }

func (d *derivation) report(s *Session) *Report {
	for _, call := range d.pairing.Waiting() {
		if call.Key != "" {
			d.add(call.Key, Tally{Unconfirmed: 1})
		}
	}
	list := deliverable.ListOf(d.ledger.Rows(), deliverable.Query{}) // all of them: a report has no limit
	r := &Report{Session: *s, Rows: list.Nodes, Counts: list.Counts, ByPath: d.tally}
	for _, t := range d.tally {
		r.Tally = r.Tally.plus(t)
	}
	return r
}
