package deliverable

// maxSeen bounds how many calls a ledger remembers on its own. The service asks the history for the calls of a batch,
// which has no bound; the bound holds for folds without a database.
const maxSeen = 50_000

// recall remembers the newest calls that moved a row, by call and key, so that delivery may be at least once.
type recall struct {
	known map[[2]string]bool
	order [][2]string
	limit int
}

func newRecall(limit int) *recall { return &recall{known: map[[2]string]bool{}, limit: limit} }

// add remembers a call on a key; it is false when it was known.
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
