package folder

import (
	"fmt"
	"strings"
)

// Problem is one reason why a folder cannot be read.
type Problem struct {
	Position
	Message string
}

// Problems lists all problems, in the order of reading.
type Problems []Problem

// Error returns a line for each problem: file:line: message.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// String returns file:line: message, as compilers do.
func (p Problem) String() string {
	if at := p.Position.String(); at != "" {
		return at + ": " + p.Message
	}
	return p.Message
}

// String returns file:line, without a line when it is unknown.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

func (r *reader) fail(at Position, format string, args ...any) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, Problem{at, fmt.Sprintf(format, args...)})
	}
}

func problem(at Position, format string, args ...any) error {
	return Problems{{at, fmt.Sprintf(format, args...)}}
}
