// Package models holds the nouns of Vitrine: one struct per noun that is the gorm row, the GraphQL object and the
// domain type at once, the closed enums and the rules that a row must satisfy. It has no queries: stores read and
// write the rows. Every other package of the server uses it.
package models

import (
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
)

// NewID makes the id of a new row: a UUIDv7, so that ids sort by creation. Tests may replace it.
var NewID = func() string { return uuid.Must(uuid.NewV7()).String() }

// Now returns the time for rows, in UTC and truncated to microseconds, which is what Postgres stores. Tests may
// replace it.
var Now = func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// ParseID returns an id in its canonical spelling; for a text that is not a UUID it returns NOT_FOUND of the noun.
func ParseID(noun, id string) (string, error) {
	u, err := uuid.Parse(id)
	if err != nil {
		return "", fault.NotFound(noun)
	}
	return u.String(), nil
}
