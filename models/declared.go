package models

import "time"

// Declared is a noun that people configure, in the admin or in a folder of metadata. It has a unique name and counts
// its changes.
type Declared interface {
	Head() Head
	Validate() error
}

// Head has pointers to the fields of every declared noun.
type Head struct {
	Noun      string // its name in messages
	ID        *string
	Name      *string
	Revision  *int
	CreatedAt *time.Time
	UpdatedAt *time.Time
}
