package deliverable

import "time"

// IsStorableTime reports whether tables and answers can hold an instant: one between the years 1970 and 9999 of UTC. A zero one is none.
func IsStorableTime(at time.Time) bool {
	year := at.UTC().Year()
	return year >= 1970 && year <= 9999
}

// firstKnown gives the first of some instants that is not zero.
func firstKnown(instants ...time.Time) time.Time {
	for _, t := range instants {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// latest gives the greater of two instants; a zero one is the smallest.
func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
