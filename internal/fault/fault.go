// Package fault is the one error type that Vitrine shows to people: a code, a sentence that is safe to show, and
// remedies.
//
// Every package returns faults for errors that a caller can do something about, and wraps all others with fmt.Errorf;
// the presenters (GraphQL, HTTP, MCP, the command line) show a fault as it is and any other error as one neutral
// sentence under INTERNAL. The package imports nothing of Vitrine.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Code is the machine-readable class of a fault, as it appears in errors[].extensions.code.
type Code string

// The closed set of codes. Codes of gqlgen itself (parse, validation, persisted queries) are kept.
const (
	CodeInvalid             Code = "INVALID"
	CodeNotFound            Code = "NOT_FOUND"
	CodeConflict            Code = "CONFLICT"
	CodeForbidden           Code = "FORBIDDEN"
	CodeUnauthenticated     Code = "UNAUTHENTICATED"
	CodeUnsupportedType     Code = "UNSUPPORTED_TYPE"
	CodeModalityUnsupported Code = "MODALITY_UNSUPPORTED"
	CodeTooLarge            Code = "TOO_LARGE"
	CodeRateLimited         Code = "RATE_LIMITED"
	CodeUnavailable         Code = "UNAVAILABLE"
	CodeInternal            Code = "INTERNAL"
)

// Fault is an error that may be shown to the caller.
type Fault struct {
	Code     Code
	Message  string         // one sentence, safe to show, without secrets, paths of the server or SQL
	Field    string         // the invalid input field, in the API's spelling; empty when none
	Remedies []string       // what the caller can do, best first
	Details  map[string]any // further facts for a program, merged into the GraphQL extensions
	Cause    error          // the underlying error: logged, never shown
}

// Error returns the safe sentence only; the cause is for logs.
func (f *Fault) Error() string { return f.Message }

// Unwrap returns the cause for errors.Is and errors.As.
func (f *Fault) Unwrap() error { return f.Cause }

// New returns a fault with a code; prefer the constructors below where they fit.
func New(code Code, format string, args ...any) *Fault {
	return &Fault{Code: code, Message: sentence(fmt.Sprintf(format, args...))}
}

// maxSentence is the longest sentence in bytes: it may contain input of any length.
const maxSentence = 4000

func sentence(text string) string {
	if len(text) <= maxSentence {
		return text
	}
	return strings.ToValidUTF8(text[:maxSentence], "") + "…"
}

// Invalid reports that an input field (the API's spelling, may be empty) breaks a rule.
func Invalid(field, format string, args ...any) *Fault {
	return New(CodeInvalid, format, args...).At(field)
}

// NotFound reports that something does not exist for this caller: absent and forbidden read the same.
func NotFound(record string) *Fault { return New(CodeNotFound, "There is no such %s.", record) }

// Conflict reports that the present state does not allow the change.
func Conflict(format string, args ...any) *Fault { return New(CodeConflict, format, args...) }

// Forbidden reports that the caller is known but may not do this.
func Forbidden(format string, args ...any) *Fault { return New(CodeForbidden, format, args...) }

// Unauthenticated reports that the request has no valid credential.
func Unauthenticated(format string, args ...any) *Fault {
	return New(CodeUnauthenticated, format, args...)
}

// TooLarge reports that a size is above its limit.
func TooLarge(field, format string, args ...any) *Fault {
	return New(CodeTooLarge, format, args...).At(field)
}

// Unavailable reports that a dependency (database, store) does not answer; trying again later may work.
func Unavailable(part string, cause error) *Fault {
	return New(CodeUnavailable, "The %s does not answer right now.", part).
		Because(cause).Try("Try again in a moment.")
}

// At sets the invalid input field.
func (f *Fault) At(field string) *Fault { f.Field = field; return f }

// Try adds remedies.
func (f *Fault) Try(remedies ...string) *Fault {
	f.Remedies = append(f.Remedies, remedies...)
	return f
}

// Of sets the field of a fault that another package returned; nil and other errors are returned unchanged.
func Of(field string, err error) error {
	f := As(err)
	if f == nil {
		return err
	}
	named := *f
	return named.At(field)
}

// With adds a detail for programs.
func (f *Fault) With(key string, value any) *Fault {
	if f.Details == nil {
		f.Details = map[string]any{}
	}
	f.Details[key] = value
	return f
}

// Because sets the cause, which is logged and never shown.
func (f *Fault) Because(cause error) *Fault { f.Cause = cause; return f }

// As returns the fault in an error chain; nil when there is none.
func As(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// Is reports whether the error chain contains a fault with this code.
func Is(err error, code Code) bool {
	f := As(err)
	return f != nil && f.Code == code
}
