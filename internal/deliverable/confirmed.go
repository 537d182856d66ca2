package deliverable

import (
	"cmp"
	"encoding/hex"
	"strings"

	"vitrine/internal/harness"
	"vitrine/models"
)

// joined combines a call and its result. A result without a path ends the call's own writes; one write and one result
// complete each other; otherwise the result replaces the announced writes.
func joined(writes, result []harness.Write) []harness.Write {
	last := result[0]
	if last.Path == "" {
		return ended(writes, last)
	}
	if len(writes) == 1 && len(result) == 1 {
		return []harness.Write{completed(writes[0], last)}
	}
	return result
}

func ended(writes []harness.Write, by harness.Write) []harness.Write {
	closed := make([]harness.Write, len(writes))
	for i, w := range writes {
		closed[i] = w
		closed[i].Outcome = by.Outcome
		if !by.At.IsZero() {
			closed[i].At = by.At
		}
	}
	return closed
}

// completed returns the result, with what it lacks taken from the call.
func completed(call, result harness.Write) harness.Write {
	w := result
	if w.Content == nil && len(w.Edits) == 0 {
		w.Content, w.Edits = call.Content, call.Edits
	}
	if w.Bytes == nil {
		w.Bytes = call.Bytes
	}
	if w.Added == nil && w.Removed == nil {
		w.Added, w.Removed = call.Added, call.Removed
	}
	if w.At.IsZero() {
		w.At = call.At
	}
	w.CallID, w.Cwd, w.Helper = call.CallID, cmp.Or(call.Cwd, w.Cwd), cmp.Or(call.Helper, w.Helper)
	return w
}

// confirmed turns successful writes into operations of the agent; those without a valid path are left out.
func confirmed(writes []harness.Write, arrival Arrival) []ConfirmedWrite {
	var found []ConfirmedWrite
	for _, w := range writes {
		if op, ok := opOf(w, arrival); ok {
			found = append(found, ConfirmedWrite{Op: op, Write: w})
		}
	}
	return found
}

// shownOf makes the operation of a page that was linked in a text. A link must have an http host or none.
func shownOf(w harness.Write, arrival Arrival) (Op, bool) {
	if !harness.IsPagePath(w.Path) || w.From != "" && !harness.IsPageOrigin(w.From) {
		return Op{}, false
	}
	link := PageLink{ID: strings.Trim(strings.TrimPrefix(w.Path, "/p/"), "/"), Origin: w.From}
	op := PresentOp(link, firstKnown(w.At, arrival.At))
	op.Receipt = arrival.Receipt
	return op, true
}

func opOf(w harness.Write, arrival Arrival) (Op, bool) {
	if w.Op == models.OpPresent {
		return shownOf(w, arrival)
	}
	place, ok := Locate(arrival.Host, w.Cwd, w.Path)
	op := Op{
		Place: place, Op: w.Op, Actor: models.ActorAgent, At: w.At, CallID: w.CallID,
		Bytes: w.Bytes, Receipt: arrival.Receipt,
	}
	op.Added, op.Removed = linesOf(w)
	if op.At.IsZero() {
		op.At = arrival.At
	}
	if w.Helper != "" {
		op.Via = &models.Via{Kind: "subagent", Name: strings.ReplaceAll(w.Helper, "\x00", "")}
	}
	if w.Op == models.OpMove {
		op.From, _ = Locate(arrival.Host, w.Cwd, w.From)
	}
	return op, ok
}

// ownCallID makes the requests of several connections distinct, which all count from zero.
func ownCallID(w harness.Write, arrival Arrival) string {
	if !w.Inner || len(arrival.Receipt.RecordHash) < 4 {
		return w.CallID
	}
	return w.CallID + "@" + hex.EncodeToString(arrival.Receipt.RecordHash[:4])
}
