package metasync

import "vitrine/models"

// news returns the rows whose entry in the ledger would change.
func news(wanted []Wanted, last []Pushed) (changed []Wanted) {
	noted := make(map[string]map[string]models.JSON, len(last))
	for _, p := range last {
		noted[p.Collection+"/"+p.RecordID] = p.Fields
	}
	for _, w := range wanted {
		if !w.Delete && !sameFields(noted[w.Collection+"/"+w.ID], w.Fields) {
			changed = append(changed, w)
		}
	}
	return changed
}

func sameFields(a, b map[string]models.JSON) bool {
	if a == nil || len(a) != len(b) {
		return false
	}
	for field := range a {
		if other, ok := b[field]; !ok || !same(a[field], other) {
			return false
		}
	}
	return true
}
