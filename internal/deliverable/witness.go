package deliverable

import (
	"cmp"
	"encoding/hex"
	"strings"

	"vitrine/internal/harness"
	"vitrine/models"
)

// joined makes one account of a call and its result. A result without a path ends the call's own writes; one write and one
// result complete each other; otherwise the result replaces what was announced.
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

// completed lets the result speak first and the call fill in what the result leaves out.
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

// witnesses turns good writes into operations of the agent; a path that is none gives nothing.
func witnesses(writes []harness.Write, sight Arrival) []ConfirmedWrite {
	var found []ConfirmedWrite
	for _, w := range writes {
		if op, ok := opOf(w, sight); ok {
			found = append(found, ConfirmedWrite{Op: op, Write: w})
		}
	}
	return found
}

// shownOf makes the operation of a page that was linked in a text. A link leads to a host over http or nowhere.
func shownOf(w harness.Write, sight Arrival) (Op, bool) {
	if !harness.IsPagePath(w.Path) || w.From != "" && !harness.IsPageOrigin(w.From) {
		return Op{}, false
	}
	link := PageLink{ID: strings.Trim(strings.TrimPrefix(w.Path, "/p/"), "/"), Origin: w.From}
	op := PresentOp(link, firstKnown(w.At, sight.At))
	op.Receipt = sight.Receipt
	return op, true
}

func opOf(w harness.Write, sight Arrival) (Op, bool) {
	if w.Op == models.OpPresent {
		return shownOf(w, sight)
	}
	place, ok := Locate(sight.Host, w.Cwd, w.Path)
	op := Op{
		Place: place, Op: w.Op, Actor: models.ActorAgent, At: w.At, CallID: w.CallID,
		Bytes: w.Bytes, Receipt: sight.Receipt,
	}
	op.Added, op.Removed = linesOf(w)
	if op.At.IsZero() {
		op.At = sight.At
	}
	if w.Helper != "" {
		op.Via = &models.Via{Kind: "subagent", Name: strings.ReplaceAll(w.Helper, "\x00", "")}
	}
	if w.Op == models.OpMove {
		op.From, _ = Locate(sight.Host, w.Cwd, w.From)
	}
	return op, ok
}

// ownCallID tells apart the requests of several connections, which all count from zero.
func ownCallID(w harness.Write, sight Arrival) string {
	if !w.Inner || len(sight.Receipt.RecordHash) < 4 {
		return w.CallID
	}
	return w.CallID + "@" + hex.EncodeToString(sight.Receipt.RecordHash[:4])
}
