package deliverable

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/harness"
	"vitrine/models"
)

// MaxHanded bounds the items of one hand-over.
const MaxHanded = 20

// maxReceivers bounds the receivers that a row stores.
const maxReceivers = 8

// Refusal is the reason why one item was not handed over.
type Refusal string

// The refusals; Sentence has their words.
const (
	RefusedNotYours     Refusal = "not-yours"     // not a row of the conversation that hands over
	RefusedOtherMachine Refusal = "other-machine" // the file is on another machine than the receiver; files are never copied
	RefusedService      Refusal = "service"       // a running program cannot be moved
)

// sentences are the refusals in words.
var sentences = map[Refusal]string{
	RefusedNotYours:     "Not a deliverable of the conversation that hands over.",
	RefusedOtherMachine: "The file is on another machine than the receiver, and files are never copied.",
	RefusedService:      "A running program cannot be handed over; send its address instead.",
}

// Sentence returns the refusal in words.
func (r Refusal) Sentence() string { return sentences[r] }

// HandoverItems cleans the items of a hand-over: blank and repeated items are dropped.
func HandoverItems(items []string) []string {
	var kept []string
	for _, item := range items {
		if item = strings.TrimSpace(item); item != "" && !slices.Contains(kept, item) {
			kept = append(kept, item)
		}
	}
	return kept
}

// RowFor returns the row of a conversation that an item names: by its id or key, by the relative link of a page that
// the conversation published itself, else by path on a machine, where a trailing slash is ignored. It is nil when
// there is none.
func RowFor(rows []*models.Deliverable, host, cwd, item string) *models.Deliverable {
	item = strings.TrimSpace(item)
	if harness.IsPagePath(item) {
		return findRow(rows, func(row *models.Deliverable) bool {
			return !isPresented(row) && valueOf(row.URL) == strings.TrimSuffix(item, "/")
		})
	}
	place, ok := Locate(host, cwd, item)
	return findRow(rows, func(row *models.Deliverable) bool {
		return !isPresented(row) && (row.ID == item || row.Key == item || ok && row.Key == place.Key())
	})
}

func findRow(rows []*models.Deliverable, is func(*models.Deliverable) bool) *models.Deliverable {
	if i := slices.IndexFunc(rows, is); i >= 0 {
		return rows[i]
	}
	return nil
}

// isPresented reports whether a row is a page that was merely shown.
func isPresented(row *models.Deliverable) bool { return row.Page != nil && row.Page.Presented }

// RefuseHandover returns the reason why a row cannot go to a receiver on a machine; empty when it can. What Vitrine
// itself stores is on no machine.
func RefuseHandover(row *models.Deliverable, receiverHost string) Refusal {
	switch {
	case row == nil:
		return RefusedNotYours
	case row.Kind == models.KindService:
		return RefusedService
	case !IsStored(row) && row.Host != Host(receiverHost):
		return RefusedOtherMachine
	}
	return ""
}

// IsStored reports whether Vitrine itself stores the content of a row: an upload or an output.
func IsStored(row *models.Deliverable) bool { return strings.HasPrefix(row.Key, storedKey("")) }

// HandoverOp makes the operation that adds a row to the receiver's list. It carries kind, name, link and state; the
// receiver's counters stay as they are.
func HandoverOp(row *models.Deliverable, from *models.Conversation, at time.Time) Op {
	op := Op{
		Key: row.Key, Place: Place{Host: row.Host, Path: row.Path}, Op: models.OpHandover, Actor: models.ActorAgent, Kind: row.Kind,
		Name: row.Name, URL: row.URL, At: at, CallID: "handover:" + from.ID + ":" + millis(at),
		Via: &models.Via{Kind: "handover", Name: from.Title, ConversationID: from.ID},
	}
	if row.State != nil {
		op.State = *row.State
	}
	return op
}

// Receivers adds receivers to those of a row: one entry for each conversation, the newest first, eight at most.
func Receivers(known []models.Receiver, added ...models.Receiver) []models.Receiver {
	all := slices.Concat(added, known)
	slices.SortStableFunc(all, func(a, b models.Receiver) int { return b.At.Compare(a.At) })
	var kept []models.Receiver
	for _, r := range all {
		same := func(k models.Receiver) bool { return k.ConversationID == r.ConversationID }
		if !slices.ContainsFunc(kept, same) && len(kept) < maxReceivers {
			r.Name = cut(r.Name, maxViaName)
			kept = append(kept, r)
		}
	}
	return kept
}
