package deliverable

// maxSeen bounds how many calls a ledger remembers by itself, for folds without a database. The registry looks up the
// calls of a batch in the history, which has no bound.
const maxSeen = 50_000

// recall remembers the newest calls that changed a row, by call and key, so that records may be delivered more than
// once.
type recall struct {
	known map[[2]string]bool
	order [][2]string
	limit int
}

func newRecall(limit int) *recall { return &recall{known: map[[2]string]bool{}, limit: limit} }

// add remembers a call on a key; it returns false when it already knows it.
func (r *recall) add(callID, key string) bool {
	entry := [2]string{callID, key}
	if callID == "" || r.known[entry] {
		return callID == ""
	}
	r.known[entry], r.order = true, append(r.order, entry)
	if len(r.order) > r.limit {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	return true
}
