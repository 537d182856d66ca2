// Package folder reads a folder of declared metadata, in the reference's file format or as plain YAML, into records
// that can be sent: defaults are added to each record, and references to files, environment, templates and includes are
// resolved. References that need the server (@lookup, @parent, @root) stay as they are.
//
// It knows the format and not the meaning of fields. It reads nothing outside the folder. `vitrine sync` and the push
// of the shipped types call it.
package folder

import (
	"encoding/json"
	"io/fs"
	"strings"
)

// Options select what is read of a folder.
type Options struct {
	// Name is the folder's own name: a folder called artifact-types needs no configuration.
	Name string
	// Include and Exclude are globs of directories; only one of the two may be given.
	Include, Exclude []string
	// Collection returns the collection of a directory's name or of an entity of the reference.
	Collection func(name string) (string, bool)
	// Env looks up a variable for @env; nil refuses every one.
	Env func(name string) (string, bool)
}

// Record is one record in the form in which it is sent.
type Record struct {
	JSON json.RawMessage
	File string // relative to the folder
	Line int    // 1 is the first

	parts map[string]part // itself and its related records, by their path within it
}

// Position is a place in a file.
type Position struct {
	File string
	Line int
}

// Read returns the records of a folder in the order in which they are pushed. Its error is Problems when the folder is
// invalid.
func Read(root fs.FS, o Options) ([]Record, error) {
	r := newReader(root, o)
	r.readRoot()
	if r.absent {
		r.fail(Position{File: "."}, "There is no directory %s.", strings.Join(o.Include, " or "))
	}
	if len(r.problems) == 0 && len(r.records) == 0 {
		r.fail(Position{File: "."}, "This folder has no records.")
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return r.records, nil
}

// Limits of one reading: the expanded values, and the size of files.
const (
	maxNodes    = 500_000
	maxBytes    = 64 << 20
	maxFile     = 8 << 20
	maxNesting  = 50  // of references within references, as in the reference
	maxDepth    = 200 // of one document
	maxProblems = 100
)
