// Package tool holds the tool libraries: the operations that an agent may call on one kind of document.
//
// A library is one file that registers itself in init. It is thin: internal/format reads the document; kit checks the
// input, caches parsed documents and splits the answer into pages. Its test fixture is the folder testdata/<library>.
//
// The package imports no database, no artifact type and no caller: resolvers/dispatch chooses the library, limits the
// time and recovers from panics. There is no fallback by type name.
package tool

import "vitrine/internal/tool/kit"

// The names that callers of the family use.
type (
	// Library is the tools of one kind of document.
	Library = kit.Library
	// Starter is a library with an engine that is slow to start.
	Starter = kit.Starter
	// Document is the content that a tool reads.
	Document = kit.Document
	// Definition is one tool as an agent sees it.
	Definition = kit.Definition
	// Call is one invocation as the agent wrote it.
	Call = kit.Call
	// Result is the outcome of one call.
	Result = kit.Result
	// Runtime holds what libraries read documents with.
	Runtime = kit.Runtime
	// Options are the limits of a Runtime.
	Options = kit.Options
)

// All returns every library in name order.
func All() []Library { return kit.All() }

// Find returns the library of a name or alias, case ignored; nil when there is none.
func Find(name string) Library { return kit.Find(name) }

// NewRuntime returns a Runtime. It starts nothing.
func NewRuntime(o Options) *Runtime { return kit.NewRuntime(o) }

// Failed turns an error into a failed result: the message of a fault, or a neutral sentence for any other error.
func Failed(err error) Result { return kit.Failed(err) }
