package remote

import (
	"errors"
	"io/fs"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
)

// refused says what is wrong with a folder, a line for each problem.
func refused(lines []string) *fault.Fault {
	return fault.Invalid("", "The folder is not in order:\n%s", strings.Join(lines, "\n")).With("problems", lines)
}

// heldBack says that a push would overwrite what somebody changed.
func heldBack(conflicts int) *fault.Fault {
	return fault.Conflict("Nothing was changed: %d in conflict with what somebody changed since the last push.", conflicts).
		Try("Take the changes over into the folder.", "Push with --force to overwrite them.")
}

// locate turns the server's problems with records into lines that name file and line.
func locate(records []folder.Record, err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	problems, _ := f.Details["problems"].(metasync.Problems)
	if len(problems) == 0 {
		return err
	}
	return refused(located(records, problems))
}

func located(records []folder.Record, problems metasync.Problems) []string {
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = strings.Join(append([]string{p.String()}, p.Remedies...), " ")
		if p.Record >= 0 && p.Record < len(records) {
			lines[i] = records[p.Record].Field(p.Field).String() + ": " + lines[i]
		}
	}
	return lines
}

func cause(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
