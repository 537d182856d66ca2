// Package models holds the nouns of Vitrine: one struct per noun that is the gorm row, the GraphQL object and the
// domain type at once, the closed enums and the rules that a row must keep. It has no queries; services fetch and
// write.
package models

import (
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
)

// NewID makes the id of a new row: a UUIDv7, so that ids sort by creation. Tests may replace it.
var NewID = func() string { return uuid.Must(uuid.NewV7()).String() }

// Now is the clock of every row, in UTC and cut to microseconds, which is what Postgres keeps. Tests may replace it.
var Now = func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// ParseID returns an id in its canonical spelling; what is not a UUID is reported as a noun that does not exist.
func ParseID(noun, id string) (string, error) {
	u, err := uuid.Parse(id)
	if err != nil {
		return "", fault.NotFound(noun)
	}
	return u.String(), nil
}
