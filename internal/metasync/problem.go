package metasync

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"vitrine/internal/fault"
)

// maxProblems bounds how many problems one answer lists.
const maxProblems = 100

// Problem is one reason why a record cannot be pushed.
type Problem struct {
	Record     int      `json:"record"` // index of the outermost record in the push
	At         string   `json:"at"`     // path of the record, such as records[0].relatedEntities["Agents"][1]
	Collection string   `json:"collection"`
	Name       string   `json:"name"`
	Field      string   `json:"field"` // in the record's own spelling; empty when the problem is about the whole record
	Message    string   `json:"message"`
	Remedies   []string `json:"remedies,omitempty"`
}

// Problems is every reason why a push cannot be applied.
type Problems []Problem

// String names the record and the field, and says what is wrong.
func (p Problem) String() string {
	where := p.At
	if p.Name != "" {
		where = fmt.Sprintf("%s %q", p.Collection, p.Name)
	}
	if p.Field != "" {
		where += ", field " + p.Field
	}
	return where + ": " + p.Message
}

func (p *Problems) add(one Problem) { *p = append(*p, one.short()) }

// short limits what a problem repeats of its record, so that an answer stays small.
func (p Problem) short() Problem {
	p.At, p.Name, p.Field, p.Message = short(p.At), short(p.Name), short(p.Field), short(p.Message)
	return p
}

// maxShown bounds each text of a problem in bytes; the path of a record at the deepest nesting fits.
const maxShown = 2000

func short(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

// err returns the fault for an answer: the message of the first problem, with all of them as a detail; nil when there
// are none.
func (p Problems) err() error {
	if len(p) == 0 {
		return nil
	}
	first, message := p[0], p[0].String()
	if more := len(p) - 1; more > 0 {
		message += fmt.Sprintf(" (And %d more, see problems.)", more)
	}
	at := first.At
	if first.Field != "" {
		at += ".fields." + first.Field
	}
	return fault.Invalid(at, "%s", message).Try(first.Remedies...).With("problems", p[:min(len(p), maxProblems)])
}

func (it *item) problem(field, message string, remedies ...string) Problem {
	p := Problem{Record: it.index, At: it.at, Name: it.name, Field: field, Message: message, Remedies: remedies}
	if it.kind != nil {
		p.Collection = it.kind.name()
	}
	return p
}

// trouble converts an error of one field to a problem; an error that is not a fault is returned.
func (it *item) trouble(field string, err error) (Problem, error) {
	f := fault.As(err)
	if f == nil {
		return Problem{}, err
	}
	if field == "" {
		field = f.Field
	}
	if own, ok := it.spelling[field]; ok {
		field = own
	}
	return it.problem(field, f.Message, f.Remedies...), nil
}

// Explain puts the record in front of a fault that the store returned while applying.
func (w Wanted) Explain(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	p := Problem{At: w.at, Collection: w.Collection, Name: w.Name, Field: f.Field, Message: f.Message}
	return fault.New(f.Code, "%s", p.short().String()).At(w.at).Try(f.Remedies...).Because(err)
}

func decodeTrouble(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%s may not be a %s", cmp.Or(kind.Field, "it"), kind.Value)
	}
	return err.Error()
}
