package deliverable

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"vitrine/internal/harness"
)

// FeedMark begins the ids of feeds; the call ids of a harness may not begin with it.
const FeedMark = "feed:"

// feedID returns the id under which the defaults of a feed are stored among the calls; a source may be longer than a
// call id.
func feedID(source string) string {
	hash := sha256.Sum256([]byte(source))
	return FeedMark + hex.EncodeToString(hash[:16])
}

// setDefaults stores the defaults for the records of a feed that follow. A later folder replaces an earlier one; a
// helper's name stays, whatever its session repeats of the session that started it.
func (p *Pairing) setDefaults(w harness.Write, arrival Arrival) []ConfirmedWrite {
	id := feedID(arrival.Receipt.Source)
	if len(w.Cwd) > maxPath || len(w.Helper) > maxPath {
		return nil
	}
	if known := p.defaults(arrival); known != nil {
		w.Cwd, w.Helper = cmp.Or(w.Cwd, known.Cwd), cmp.Or(known.Helper, w.Helper)
	}
	p.keep(id, &call{defaults: &w, arrival: arrival})
	return nil
}

func (p *Pairing) defaults(arrival Arrival) *harness.Write {
	if known := p.calls[feedID(arrival.Receipt.Source)]; known != nil {
		return known.defaults
	}
	return nil
}

// withDefaults adds the defaults of its feed to a write: the folder that its paths are relative to, and its helper's
// name. The record's own folder comes first, the conversation's last. A time that cannot be stored becomes zero.
func (p *Pairing) withDefaults(w harness.Write, arrival Arrival) harness.Write {
	if w.At = w.At.UTC(); !IsStorableTime(w.At) {
		w.At = time.Time{}
	}
	cwd, helper := arrival.Cwd, ""
	if known := p.defaults(arrival); known != nil {
		cwd, helper = cmp.Or(known.Cwd, cwd), known.Helper
	}
	w.Cwd = under(cwd, w.Cwd)
	if w.Helper = p.nameOf(w.Helper); helper != "" && !w.Starts {
		w.Helper = helper
	}
	return w
}

// under returns a folder that a record names, joined to the one it works in when it is relative.
func under(cwd, folder string) string {
	if cwd == "" || folder == "" || absolute.MatchString(folder) {
		return cmp.Or(folder, cwd)
	}
	return cwd + "/" + folder
}
