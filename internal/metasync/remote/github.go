package remote

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
)

// annotate writes each problem as an error at its file and line.
func (j Job) annotate(problems folder.Problems) error {
	var b, rows strings.Builder
	for _, p := range problems {
		b.WriteString(j.command("error", p.Position, p.Message))
		rows.WriteString(tableRow(j.shownAt(p.Position), p.Message))
	}
	return j.publish(b.String(), "## Metadata is not valid\n\n| where | what |\n|---|---|\n"+rows.String())
}

func (j Job) annotateValid(records int, warnings []string) error {
	var b strings.Builder
	for _, w := range warnings {
		b.WriteString(j.command("warning", folder.Position{}, w))
	}
	fmt.Fprintf(&b, "%d records are valid.\n", records)
	return j.publish(b.String(), fmt.Sprintf("## Metadata is valid\n\n%d records are valid.\n%s", records, bullets(warnings)))
}

// annotatePlan writes each conflict as an error at its field in the folder, and the plan as a table.
func (j Job) annotatePlan(p planned, title string) error {
	var b strings.Builder
	for _, c := range p.Plan.Conflicts {
		b.WriteString(j.command("error", positionOf(p.records, c.At, metasync.FieldNames(c.Collection, c.Field)...), c.text()))
	}
	b.WriteString(p.Plan.counts())
	return j.publish(b.String(), "## "+title+"\n\n"+p.Plan.table()+"\n"+p.Plan.counts())
}

func (j Job) publish(log, page string) error {
	if j.Summary != nil {
		if _, err := io.WriteString(j.Summary, page+"\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(j.Out, log)
	return err
}

// command returns one workflow command: ::error file=…,line=…::message.
func (j Job) command(level string, at folder.Position, message string) string {
	where := ""
	if at.File != "" {
		where = fmt.Sprintf(" file=%s,line=%d", property(j.inRepository(at.File)), max(1, at.Line))
	}
	return "::" + level + where + "::" + data(message) + "\n"
}

// inRepository returns a file's path from the working directory.
func (j Job) inRepository(file string) string {
	file = filepath.Join(j.Dir, filepath.FromSlash(file))
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(file) {
		if near, err := filepath.Rel(here, file); err == nil {
			file = near
		}
	}
	return filepath.ToSlash(file)
}

func (j Job) shownAt(at folder.Position) string {
	if at.File == "" {
		return ""
	}
	at.File = j.inRepository(at.File)
	return at.String()
}

// data escapes a message; property escapes a value before it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string { return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s)) }

// table returns a plan in Markdown: a row for each record that changes or is in conflict.
func (p Plan) table() string {
	if p.changes()+len(p.Conflicts) == 0 {
		return "Nothing to change.\n"
	}
	var b strings.Builder
	b.WriteString("| | collection | record | fields |\n|---|---|---|---|\n")
	for _, group := range p.groups() {
		for _, c := range group.changes {
			b.WriteString(tableRow(group.word, c.Collection, c.Name, strings.Join(c.fieldNames(), ", ")))
		}
	}
	for _, c := range p.Conflicts {
		b.WriteString(tableRow("conflict", c.Collection, c.Name, c.Field+", changed by "+c.who()))
	}
	return b.String()
}

// tableRow escapes cells, so that texts of users are not markup.
func tableRow(cells ...string) string {
	escape := strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ", "<", "&lt;", "`", "\\`", "[", `\[`, "*", `\*`, "_", `\_`)
	for i := range cells {
		cells[i] = escape.Replace(cells[i])
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func bullets(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString("\n* " + strings.ReplaceAll(line, "<", "&lt;"))
	}
	return b.String()
}
