package deliverable

import "time"

// IsStorableTime reports whether the database and JSON can hold a time: the years 1970 to 9999 of UTC. The zero time
// is not storable.
func IsStorableTime(at time.Time) bool {
	year := at.UTC().Year()
	return year >= 1970 && year <= 9999
}

// firstKnown returns the first time that is not zero.
func firstKnown(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// latest returns the later of two times; a zero one is the earliest.
func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
