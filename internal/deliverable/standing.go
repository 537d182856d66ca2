package deliverable

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"vitrine/internal/harness"
)

// FeedMark begins the ids of feeds; no call of a harness may use it.
const FeedMark = "feed:"

// feedID is the id under which what stands for a feed is kept among the calls; a source may be longer than the id of a call.
func feedID(source string) string {
	hash := sha256.Sum256([]byte(source))
	return FeedMark + hex.EncodeToString(hash[:16])
}

// stand keeps what holds for the records of a feed that follow. A later word on the folder replaces an earlier one; a helper
// stays one, whatever its session repeats of the session that started it.
func (p *Pairing) stand(w harness.Write, sight Arrival) []ConfirmedWrite {
	id := feedID(sight.Receipt.Source)
	if len(w.Cwd) > maxPath || len(w.Helper) > maxPath {
		return nil
	}
	if known := p.standing(sight); known != nil {
		w.Cwd, w.Helper = cmp.Or(w.Cwd, known.Cwd), cmp.Or(known.Helper, w.Helper)
	}
	p.keep(id, &call{stands: &w, sight: sight})
	return nil
}

func (p *Pairing) standing(sight Arrival) *harness.Write {
	if known := p.calls[feedID(sight.Receipt.Source)]; known != nil {
		return known.stands
	}
	return nil
}

// placed adds to a write what stands for its feed: the folder that its paths are relative to, and its helper's name. The
// record's own folder comes first, the conversation's last. An instant that cannot be kept is none.
func (p *Pairing) placed(w harness.Write, sight Arrival) harness.Write {
	if w.At = w.At.UTC(); !IsStorableTime(w.At) {
		w.At = time.Time{}
	}
	cwd, helper := sight.Cwd, ""
	if known := p.standing(sight); known != nil {
		cwd, helper = cmp.Or(known.Cwd, cwd), known.Helper
	}
	w.Cwd = under(cwd, w.Cwd)
	if w.Helper = p.nameOf(w.Helper); helper != "" && !w.Starts {
		w.Helper = helper
	}
	return w
}

// under gives a folder that a record names, below the one it works in when it is relative.
func under(cwd, folder string) string {
	if cwd == "" || folder == "" || absolute.MatchString(folder) {
		return cmp.Or(folder, cwd)
	}
	return cwd + "/" + folder
}
