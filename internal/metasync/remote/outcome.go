package remote

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
)

// refused returns the fault for a folder, with a line for each problem.
func refused(problems folder.Problems) *fault.Fault {
	return fault.Invalid("", "The folder is not valid:\n%s", problems.Error()).With("problems", problems)
}

// conflicting returns the fault for a push that would overwrite changes of others.
func conflicting(conflicts int) *fault.Fault {
	return fault.Conflict("Nothing was changed: %d in conflict with changes made since the last push.", conflicts).
		Try("Pull the changes into the folder with vitrine sync pull.", "Push with --force to overwrite them.")
}

// pruneInPart refuses to prune a part of the folder, because the rest would be deleted.
func pruneInPart() *fault.Fault {
	return fault.Invalid("prune", "Pruning with --include or --exclude would delete the records that they leave out.").
		Try("Prune with the whole folder.")
}

// locate converts the server's problems with records to lines with file and line.
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

func located(records []folder.Record, problems metasync.Problems) folder.Problems {
	lines := make(folder.Problems, len(problems))
	for i, p := range problems {
		lines[i].Message = strings.Join(append([]string{p.String()}, p.Remedies...), " ")
		lines[i].Position = positionOf(records, p.At, p.Field)
	}
	return lines
}

// positionOf returns the position of a record, or of a field by one of its names, in the folder; the zero value if
// there is none.
func positionOf(records []folder.Record, at string, names ...string) folder.Position {
	if i := indexOf(records, at); i >= 0 {
		return records[i].Field(at, names...)
	}
	return folder.Position{}
}

// indexOf parses the index of the record that a path such as records[3].relatedEntities["Agents"][0] begins with; -1 if
// it has none.
func indexOf(records []folder.Record, at string) int {
	i := -1
	if n, _ := fmt.Sscanf(at, "records[%d]", &i); n == 1 && i < len(records) {
		return i
	}
	return -1
}

func cause(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
