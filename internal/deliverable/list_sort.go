package deliverable

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vitrine/models"
)

// SortBy is how the rows inside a group are ordered.
type SortBy string

// The orders; any other word is by last change.
const (
	SortChanged SortBy = "CHANGED" // newest first
	SortName    SortBy = "NAME"    // numbers by value, case and accents ignored, the same in every locale
	SortEdits   SortBy = "EDITS"   // most touched first
)

// arrange gives the rows in an order; ties fall to the last change, then the name, then the key.
func arrange(rows []*models.Deliverable, by SortBy) []*models.Deliverable {
	names := make(map[*models.Deliverable]string, len(rows))
	for _, row := range rows {
		names[row] = naturalKey(row.Name)
	}
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b *models.Deliverable) int {
		changed, named, key := b.LastAt.Compare(a.LastAt), cmp.Compare(names[a], names[b]), cmp.Compare(a.Key, b.Key)
		switch by {
		case SortName:
			return cmp.Or(named, changed, key)
		case SortEdits:
			return cmp.Or(cmp.Compare(b.Writes+b.Edits(), a.Writes+a.Edits()), changed, key)
		}
		return cmp.Or(changed, named, key)
	})
	return sorted
}

var digits = regexp.MustCompile(`[0-9]+`)

// naturalKey makes a text whose plain order is the natural order of names: accents and case are dropped, and each number is
// led by its length, so that 9 comes before 10.
func naturalKey(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
	return digits.ReplaceAllStringFunc(bare, func(number string) string {
		value := strings.TrimLeft(number, "0")
		return fmt.Sprintf("0%03d%s", len(value), value)
	})
}
