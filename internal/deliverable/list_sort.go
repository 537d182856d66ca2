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

// SortBy selects how the rows inside a group are ordered.
type SortBy string

// The orders; any other value is by last change.
const (
	SortChanged SortBy = "CHANGED" // newest first
	SortName    SortBy = "NAME"    // numbers by value, case and accents ignored, the same in every locale
	SortEdits   SortBy = "EDITS"   // most changes first
	SortKind    SortBy = "KIND"    // in the order of the view
	SortHelper  SortBy = "HELPER"  // helpers by name, the main agent last
	SortPath    SortBy = "PATH"    // by the last two parts of the path
)

// arrange returns the rows in an order, or in its exact reverse. Ties are broken by the last change, then by the name
// unless the rows are sorted by it, then by the key.
func arrange(rows []*models.Deliverable, by SortBy, reverse bool) []*models.Deliverable {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, comparing(rows, by))
	if reverse {
		slices.Reverse(sorted)
	}
	return sorted
}

// comparing returns the comparison of an order; it computes the sort keys once per row.
func comparing(rows []*models.Deliverable, by SortBy) func(a, b *models.Deliverable) int {
	names := naturalKeys(rows, func(row *models.Deliverable) string { return row.Name })
	newest := func(a, b *models.Deliverable) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(names[a], names[b]), cmp.Compare(a.Key, b.Key))
	}
	switch by {
	case SortName:
		return func(a, b *models.Deliverable) int { return cmp.Or(cmp.Compare(names[a], names[b]), newestFirst(a, b)) }
	case SortEdits:
		return func(a, b *models.Deliverable) int {
			return cmp.Or(cmp.Compare(b.Writes+b.Edits(), a.Writes+a.Edits()), newestFirst(a, b))
		}
	case SortKind:
		return func(a, b *models.Deliverable) int {
			return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), newest(a, b))
		}
	case SortHelper:
		helpers := naturalKeys(rows, helperOf)
		return func(a, b *models.Deliverable) int {
			return cmp.Or(unnamedLast(helpers[a], helpers[b]), cmp.Compare(helpers[a], helpers[b]), newest(a, b))
		}
	case SortPath:
		paths := naturalKeys(rows, func(row *models.Deliverable) string { return tail(row.Path) })
		return func(a, b *models.Deliverable) int { return cmp.Or(cmp.Compare(paths[a], paths[b]), newest(a, b)) }
	}
	return newest
}

func naturalKeys(rows []*models.Deliverable, of func(*models.Deliverable) string) map[*models.Deliverable]string {
	keys := make(map[*models.Deliverable]string, len(rows))
	for _, row := range rows {
		keys[row] = naturalKey(of(row))
	}
	return keys
}

var digits = regexp.MustCompile(`[0-9]+`)

// naturalKey makes a text whose plain order is the natural order of names: accents and case are dropped, and each
// number is preceded by its length, so that 9 comes before 10.
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
