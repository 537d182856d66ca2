package remote

import (
	"fmt"
	"io"
	"strings"
)

// colourOf maps states to colours of a terminal.
var colourOf = map[State]string{New: green, Modified: yellow, Doomed: red, Deleted: magenta, Clashing: magenta}

func (j Job) showStatus(files []FileStatus, left []Left) error {
	switch j.Format {
	case JSON:
		return j.json(map[string]any{"files": append([]FileStatus{}, files...), "left": left})
	case GitHub:
		return j.publish(j.statusText(files, left), statusPage(files, left))
	}
	_, err := io.WriteString(j.Out, j.statusText(files, left))
	return err
}

// statusText returns a line for each file whose records are all unchanged, and for each record of the others.
func (j Job) statusText(files []FileStatus, left []Left) string {
	var b strings.Builder
	counts := map[State]int{}
	for _, f := range files {
		b.WriteString(j.fileText(f))
		for _, r := range f.Records {
			counts[r.State]++
		}
	}
	if len(left) > 0 {
		b.WriteString("no longer in the folder (a push with --prune deletes them)\n")
	}
	for _, l := range left {
		fmt.Fprintf(&b, "  %s %s\n", l.Collection, quoted(l.Name))
	}
	fmt.Fprintf(&b, "%d new, %d modified, %d to delete, %d deleted on the server, %d in conflict, %d unchanged.\n",
		counts[New], counts[Modified], counts[Doomed], counts[Deleted], counts[Clashing], counts[Unchanged])
	return b.String()
}

func (j Job) fileText(f FileStatus) string {
	var b strings.Builder
	unchanged := 0
	for _, r := range f.Records {
		if r.State == Unchanged {
			unchanged++
			continue
		}
		line := fmt.Sprintf("%-9s %s %s", r.State, r.Collection, quoted(r.Name))
		if code := colourOf[r.State]; j.Colour && code != "" {
			line = code + line + plain
		}
		fmt.Fprintf(&b, "  %4d: %s%s\n", r.Line, line, r.fields())
	}
	if unchanged == len(f.Records) {
		return printable(f.File) + " unchanged\n"
	}
	return printable(f.File) + "\n" + b.String()
}

func (r RecordStatus) fields() string {
	parts := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		parts[i] = f.text()
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func (f FieldStatus) text() string {
	var notes []string
	if len(f.By) > 0 {
		notes = append(notes, "from "+printable(strings.Join(f.By, ", ")))
	}
	if f.ChangedBy != "" {
		notes = append(notes, "changed on the server by "+f.ChangedBy)
	}
	if len(notes) == 0 {
		return f.Field
	}
	return f.Field + " (" + strings.Join(notes, "; ") + ")"
}

func statusPage(files []FileStatus, left []Left) string {
	var b strings.Builder
	b.WriteString("## Metadata\n\n| file | record | state | fields |\n|---|---|---|---|\n")
	for _, f := range files {
		for _, r := range f.Records {
			if r.State != Unchanged {
				b.WriteString(tableRow(fmt.Sprintf("%s:%d", f.File, r.Line), r.Collection+" "+r.Name, string(r.State), strings.TrimPrefix(r.fields(), ": ")))
			}
		}
	}
	for _, l := range left {
		b.WriteString(tableRow("", l.Collection+" "+l.Name, "no longer in the folder", ""))
	}
	return b.String()
}
