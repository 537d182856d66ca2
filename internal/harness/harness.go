// Package harness is the family of programs whose records Vitrine reads to see what they wrote: one file per
// harness.
//
// A harness is one description: its name, where its sessions lie, how to recognise them and how to read them. The
// server reads records with it, the command line finds sessions with it. A reader turns one record, as its harness
// wrote it, into the writes that the record confirms. It is pure: no clock, no disk, no memory of earlier records.
// Joining a call with its result, judging paths and counting is the work of package deliverable; walking and
// tailing files is the work of package observer. A record that a reader does not know, torn or odd, returns no
// writes and never an error, so that one bad line cannot fail a batch.
package harness

import (
	"maps"
	"slices"
	"sync"
)

// Reader reads the records of one harness.
type Reader interface {
	// Name is how callers name the harness, in lower case: "claude".
	Name() string
	// About says in one sentence what the reader reads, or why it never returns a write.
	About() string
	// Read returns the writes that one record confirms, in the order of the record. The record is one JSON value; a
	// reader passes over its bytes once and builds nothing but what it returns, so that a record of any length
	// costs no memory.
	Read(record []byte) []Write
}

// Harness is the whole description of one harness. A file of the family embeds unkept for what it has nothing to
// say about.
type Harness interface {
	Reader
	// Roots are the folders in which it keeps sessions; env looks up a variable, home is the user's folder.
	Roots(env func(string) string, home string) []string
	// Owns reports whether a path lies in such a folder, whoever's it is.
	Owns(path string) bool
	// Form says how a file holds records; false for one that holds none.
	Form(path string) (Form, bool)
	// Recognises reports whether only this harness writes such a record.
	Recognises(record []byte) bool
	// Opening returns what a first record says in members of the harness's own, beside those that all have in common.
	Opening(record []byte) Opening
	// Session names the session that a file belongs to, judged by its path and first records.
	Session(path string, first *Opening) string
	// Beside names the files that say more about a session's file.
	Beside(path string) Beside
	// Rows says how a database of sessions is read; the zero value when there is none.
	Rows() Rows
}

var family = struct {
	sync.Mutex
	sealed  bool
	members map[string]Harness
}{members: map[string]Harness{}}

// register adds a harness to the family; each file of the family calls it from its init.
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

// Find returns the harness of a name, exactly as Name spells it.
func Find(name string) (Harness, bool) {
	h, ok := seal()[name]
	return h, ok
}

// Names lists the family in name order.
func Names() []string { return slices.Sorted(maps.Keys(seal())) }

// All lists the family in name order.
func All() []Harness {
	members := seal()
	all := make([]Harness, 0, len(members))
	for _, name := range Names() {
		all = append(all, members[name])
	}
	return all
}
