// Package harness is the family of programs whose records Vitrine reads to see what they wrote: one file per harness.
//
// A reader turns one record, as its harness wrote it, into the writes that the record witnesses. It is pure: no clock, no disk,
// no memory of earlier records. Joining a call with its result, judging paths and counting is the work of package deliverable;
// finding and tailing session files is the work of the command line. A record that a reader does not know, torn or odd, gives
// no writes and never an error, so that one bad line cannot fail a batch.
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
	// About says in one sentence what the reader reads, or why it never gives a write.
	About() string
	// Read gives the writes that one record witnesses, in the order of the record. The record is one JSON value; a reader
	// passes over its bytes once and builds nothing but what it gives, so that a record of any length costs no memory.
	Read(record []byte) []Write
}

var family = struct {
	sync.Mutex
	sealed  bool
	readers map[string]Reader
}{readers: map[string]Reader{}}

// register adds a reader to the family; each file of the family calls it from its init.
func register(r Reader) {
	family.Lock()
	defer family.Unlock()
	if _, taken := family.readers[r.Name()]; taken || family.sealed {
		panic("harness " + r.Name() + " is registered twice or too late")
	}
	family.readers[r.Name()] = r
}

// seal closes the family at its first use and gives it.
func seal() map[string]Reader {
	family.Lock()
	defer family.Unlock()
	family.sealed = true
	return family.readers
}

// Find gives the reader of a name, exactly as Name spells it.
func Find(name string) (Reader, bool) {
	r, ok := seal()[name]
	return r, ok
}

// Names lists the family in name order.
func Names() []string { return slices.Sorted(maps.Keys(seal())) }
