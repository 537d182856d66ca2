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

// refused says what is wrong with a folder, a line for each problem.
func refused(problems folder.Problems) *fault.Fault {
	return fault.Invalid("", "The folder is not in order:\n%s", problems.Error()).With("problems", problems)
}

// heldBack says that a push would overwrite what somebody changed.
func heldBack(conflicts int) *fault.Fault {
	return fault.Conflict("Nothing was changed: %d in conflict with what somebody changed since the last push.", conflicts).
		Try("Take the changes over into the folder with vitrine sync pull.", "Push with --force to overwrite them.")
}

// pruneInPart refuses to take what was not read for what is gone.
func pruneInPart() *fault.Fault {
	return fault.Invalid("prune", "What is left out with --include or --exclude would look as if it were gone.").
		Try("Prune with the whole folder.")
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

func located(records []folder.Record, problems metasync.Problems) folder.Problems {
	lines := make(folder.Problems, len(problems))
	for i, p := range problems {
		lines[i].Message = strings.Join(append([]string{p.String()}, p.Remedies...), " ")
		lines[i].Position = placeOf(records, p.At, p.Field)
	}
	return lines
}

// placeOf returns where a record, or a field of it by one of its names, stands in the folder; nothing for what stands
// nowhere.
func placeOf(records []folder.Record, at string, names ...string) folder.Position {
	if i := indexOf(records, at); i >= 0 {
		return records[i].Field(at, names...)
	}
	return folder.Position{}
}

// indexOf reads which record a path such as records[3].relatedEntities["Agents"][0] begins with; -1 for what is none.
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
