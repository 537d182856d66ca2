package models

import "time"

// Declared is a noun that people configure, in the admin or in a folder of metadata: it has a unique name and counts
// its changes.
type Declared interface {
	Head() Head
	Validate() error
}

// Head points at what every declared noun has.
type Head struct {
	Noun      string // the word for it, as in messages
	ID        *string
	Name      *string
	Revision  *int
	CreatedAt *time.Time
	UpdatedAt *time.Time
}
