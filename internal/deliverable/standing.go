package deliverable

import (
	"crypto/sha256"
	"encoding/hex"

	"vitrine/internal/harness"
)

// feedMark begins the ids of feeds; no call of a harness may use it.
const feedMark = "feed:"

// feedID is the id under which what stands for a feed is kept among the calls; a source may be longer than the id of a call.
func feedID(source string) string {
	hash := sha256.Sum256([]byte(source))
	return feedMark + hex.EncodeToString(hash[:16])
}

// stand keeps what holds for the records of a feed that follow. A later word on the folder replaces an earlier one; a helper
// stays one, whatever its session repeats of the session that started it.
func (p *Pairing) stand(w harness.Write, sight Sight) []Witness {
	id := feedID(sight.Receipt.Source)
	if len(w.Cwd) > maxPath || len(w.Helper) > maxPath {
		return nil
	}
	if known := p.standing(sight); known != nil {
		w.Cwd, w.Helper = orElse(w.Cwd, known.Cwd), orElse(known.Helper, w.Helper)
	}
	p.calls[id], p.dirty[id] = &call{stands: &w, sight: sight}, true
	return nil
}

func (p *Pairing) standing(sight Sight) *harness.Write {
	if known := p.calls[feedID(sight.Receipt.Source)]; known != nil {
		return known.stands
	}
	return nil
}

// placed adds to a write what stands for its feed: the folder that its paths are relative to, and its helper's name. The
// record's own folder comes first, the conversation's last.
func (p *Pairing) placed(w harness.Write, sight Sight) harness.Write {
	cwd, helper := sight.Cwd, ""
	if known := p.standing(sight); known != nil {
		cwd, helper = orElse(known.Cwd, cwd), known.Helper
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
		return orElse(folder, cwd)
	}
	return cwd + "/" + folder
}

// accounted takes the writes of a whole result out of the scripts that are open: it knows better what became of them. A script
// with no other writes has nothing to wait for, now or when it is told again.
func (p *Pairing) accounted(writes []harness.Write, sight Sight) {
	for script := range p.scripts {
		known := p.calls[script]
		left := without(known, writes, sight)
		switch {
		case len(left) == len(known.writes):
			continue
		case len(left) > 0:
			known.writes = left
		default:
			p.calls[script] = &call{outcome: &harness.Write{CallID: script, Outcome: harness.Failed}, sight: known.sight}
			delete(p.scripts, script)
		}
		p.dirty[script] = true
	}
}

// without gives the writes of an open call whose places the others do not touch.
func without(open *call, writes []harness.Write, sight Sight) []harness.Write {
	var left []harness.Write
	for _, w := range open.writes {
		place, _ := Locate(open.sight.Host, w.Cwd, w.Path)
		told := false
		for _, by := range writes {
			at, ok := Locate(sight.Host, by.Cwd, by.Path)
			told = told || ok && by.Whole && at == place
		}
		if !told {
			left = append(left, w)
		}
	}
	return left
}
