// Package tool is the family of tool libraries: the operations that an agent may call on one kind of document.
//
// A library is one file that adds itself to the family in init. It is thin: internal/format reads the document, kit checks the
// input, keeps what was read and cuts the answer into pages. Its fixture in testdata/<library> is found by name.
//
// The package knows no database, no artifact type and no caller: resolvers/dispatch chooses the library, limits the time
// and guards against panics. It has no fallback by type name.
package tool

import (
	"vitrine/internal/tool/kit"
)

// What callers of the family use is the kit's; the names here save them a second import.
type (
	Library    = kit.Library    // the tools of one kind of document
	Starter    = kit.Starter    // a library with an engine that takes long to start
	Document   = kit.Document   // the content that a tool reads
	Definition = kit.Definition // one tool, as an agent sees it
	Call       = kit.Call       // one invocation as the agent wrote it
	Result     = kit.Result     // the outcome of one call
	Runtime    = kit.Runtime    // what libraries read documents through
	Options    = kit.Options    // the limits of a Runtime
)

// All lists every library in name order.
func All() []Library { return kit.All() }

// Find returns the library of a name or alias, case ignored; nil when there is none.
func Find(name string) Library { return kit.Find(name) }

// NewRuntime makes a Runtime. It starts nothing.
func NewRuntime(o Options) *Runtime { return kit.NewRuntime(o) }

// Failed turns an error into a failed result: a fault as it is, anything else as a neutral sentence.
func Failed(err error) Result { return kit.Failed(err) }
