// Package tool is the family of tool libraries: the operations that an agent may call on one kind of document.
//
// A library is one file that adds itself to the family in init. It is thin: internal/format reads the document, kit
// checks the input, keeps what was read and cuts the answer into pages. Its fixture in testdata/<library> is found
// by name.
//
// The package knows no database, no artifact type and no caller: resolvers/dispatch chooses the library, limits the
// time and guards against panics. It has no fallback by type name.
package tool

import (
	"vitrine/internal/tool/kit"
)

// The names that callers of the family use.
type (
	// Library is the tools of one kind of document.
	Library = kit.Library
	// Starter is a library with an engine that takes long to start.
	Starter = kit.Starter
	// Document is the content that a tool reads.
	Document = kit.Document
	// Definition is one tool as an agent sees it.
	Definition = kit.Definition
	// Call is one invocation as the agent wrote it.
	Call = kit.Call
	// Result is the outcome of one call.
	Result = kit.Result
	// Runtime is what libraries read documents through.
	Runtime = kit.Runtime
	// Options are the limits of a Runtime.
	Options = kit.Options
)

// All lists every library in name order.
func All() []Library { return kit.All() }

// Find returns the library of a name or alias, case ignored; nil when there is none.
func Find(name string) Library { return kit.Find(name) }

// NewRuntime makes a Runtime. It starts nothing.
func NewRuntime(o Options) *Runtime { return kit.NewRuntime(o) }

// Failed turns an error into a failed result: a fault as it is, anything else as a neutral sentence.
func Failed(err error) Result { return kit.Failed(err) }
