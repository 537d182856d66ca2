// Package harness describes the programs whose records Vitrine reads to find out what they wrote, one file per
// harness.
//
// A Harness has a name and knows where its sessions are stored, how to recognise them and how to read them. The
// server reads records with it, the command line finds sessions with it. A reader turns one record, as its harness
// wrote it, into the writes that the record confirms. It is pure: no clock, no disk, no memory of earlier records.
// Package deliverable joins calls with their results, resolves paths and counts; package observer walks and tails
// files. For a record that is unknown, truncated or malformed a reader returns no writes and never an error, so that
// one bad line cannot fail a batch.
package harness

import (
	"maps"
	"slices"
	"sync"
)

// Reader reads the records of one harness.
type Reader interface {
	// Name returns the name of the harness, in lower case: "claude".
	Name() string
	// About describes in one sentence what the reader reads, or why it never returns a write.
	About() string
	// Read returns the writes that one record confirms, in the order of the record. The record is one JSON value. A
	// reader scans its bytes once and allocates only what it returns, so that memory does not grow with the record.
	Read(record []byte) []Write
}

// Harness is the full description of one harness. An implementation embeds base for the methods whose defaults
// suit it.
type Harness interface {
	Reader
	// Roots returns the folders in which it stores sessions; env looks up a variable, home is the user's home folder.
	Roots(env func(string) string, home string) []string
	// Owns reports whether a path is in such a folder, of any user.
	Owns(path string) bool
	// Form returns how a file stores records; false for a file without records.
	Form(path string) (Form, bool)
	// Recognises reports whether only this harness writes such a record.
	Recognises(record []byte) bool
	// Opening reads the members of a first record that only this harness writes; Opening.Take reads the common ones.
	Opening(record []byte) Opening
	// Session returns the id of the session that a file belongs to, from its path and first records.
	Session(path string, first *Opening) string
	// Beside returns the paths of the files that describe a session's file.
	Beside(path string) Beside
	// Rows returns the queries for a database of sessions; the zero value when there is none.
	Rows() Rows
}

var family = struct {
	sync.Mutex
	sealed  bool
	members map[string]Harness
}{members: map[string]Harness{}}

// register adds a harness to the family; each implementation calls it from its init.
func register(h Harness) {
	family.Lock()
	defer family.Unlock()
	if _, taken := family.members[h.Name()]; taken || family.sealed {
		panic("harness " + h.Name() + " is registered twice or too late")
	}
	family.members[h.Name()] = h
}

// seal closes the family at its first use and returns it.
func seal() map[string]Harness {
	family.Lock()
	defer family.Unlock()
	family.sealed = true
	return family.members
}

// Find returns the harness with a name, exactly as Name returns it.
func Find(name string) (Harness, bool) {
	h, ok := seal()[name]
	return h, ok
}

// Names returns the names of all harnesses, sorted.
func Names() []string { return slices.Sorted(maps.Keys(seal())) }

// All returns all harnesses, sorted by name.
func All() []Harness {
	members := seal()
	all := make([]Harness, 0, len(members))
	for _, name := range Names() {
		all = append(all, members[name])
	}
	return all
}
