package deliverable

import "time"

// IsStorableTime reports whether tables and answers can hold a time: one between the years 1970 and 9999 of UTC. A zero
// one is none.
func IsStorableTime(at time.Time) bool {
	year := at.UTC().Year()
	return year >= 1970 && year <= 9999
}

// firstKnown returns the first of some times that is not zero.
func firstKnown(instants ...time.Time) time.Time {
	for _, t := range instants {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// latest returns the greater of two times; a zero one is the smallest.
func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
