// Package kit is the base of every tool library: input schemas, cursors, pages of an answer, the caches and limits
// with which a document is read, and the registry of libraries.
//
// A library is a Spec that Register adds to the registry in init; the list is sealed at its first use and read in name
// order. Its operations read the document through Load, within limits of memory and time, and answer one page at a
// time: an answer above the output cap comes with a cursor for the next page. A bad document, a bad input and a forged
// cursor are failed results, never Go errors.
//
// The package imports no format, no library, no database and no caller. The libraries of internal/tool call it.
package kit

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"vitrine/internal/fault"
)

// Document is the content that a tool reads, with its known facts.
type Document struct {
	Name             string // file name as the sender gave it
	MIMEType         string // as declared
	DetectedMIMEType string // as detected from the first bytes
	SHA256           string // hex, of the bytes; the key of every cache. Empty: nothing is cached
	SizeBytes        int64
	// Open returns a reader of the bytes from the start. It is called as often as needed, also concurrently, and each
	// reader is closed. Its context may outlive the call, because other calls wait for the same parse: it must not use
	// the caller's transaction.
	Open func(ctx context.Context) (io.ReadSeekCloser, error)
}

// Definition describes one tool to an agent.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"` // a JSON Schema of type object
}

// Call is one invocation as the agent wrote it.
type Call struct {
	Tool   string
	Input  json.RawMessage // a JSON object; empty means {}
	Cursor string          // the nextCursor of the previous answer, may also be in Input as "cursor"; empty starts at the beginning
}

// Image is a picture for the agent to view.
type Image struct {
	MIMEType string `json:"mimeType"` // image/png or image/jpeg
	Bytes    []byte `json:"data"`     // base64 in JSON
	Width    int    `json:"width"`    // pixels
	Height   int    `json:"height"`   // pixels
}

// Result is the outcome of one call.
type Result struct {
	Success      bool
	Data         any    // marshals to JSON; nil when the call failed
	ErrorMessage string // one or two sentences, safe to show; empty on success
	NextCursor   string // cursor of the next page; empty on the last one
	Image        *Image // nil unless the tool shows a picture
	Cause        error  // the underlying error: for logs, never shown
}

// Library is the tools of one kind of document.
type Library interface {
	// Name returns the short name by which artifact types refer to the library, such as "json".
	Name() string
	// Aliases returns other names of the library, such as the reference's class names.
	Aliases() []string
	// Definitions returns the tools in the order an agent should read them; get_full is first.
	Definitions() []Definition
	// Invoke answers one call. It may be called concurrently for the same document.
	Invoke(ctx context.Context, rt *Runtime, doc Document, call Call) Result
}

// Starter is a library with an engine that is slow to start. A caller that limits the time of calls starts it before
// the time runs: compiling an engine is not work on a document.
type Starter interface {
	Start(rt *Runtime) error
}

// Failed turns an error into a failed result: the message and first remedy of a fault, or a neutral sentence for any
// other error.
func Failed(err error) Result {
	message := "The tool failed on this document."
	if f := fault.As(err); f != nil {
		message = f.Message
		if len(f.Remedies) > 0 {
			message += " " + f.Remedies[0]
		}
	} else if errors.Is(err, context.DeadlineExceeded) {
		message = "The tool took too long on this document and was stopped. Ask for less: a narrower range or a simpler expression."
	} else if errors.Is(err, context.Canceled) {
		message = "The call was cancelled."
	}
	return Result{ErrorMessage: message, Cause: err}
}
