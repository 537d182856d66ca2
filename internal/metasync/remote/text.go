package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/metasync/folder"
)

// The colours of a plan on a terminal.
const (
	green   = "\x1b[32m"
	yellow  = "\x1b[33m"
	red     = "\x1b[31m"
	magenta = "\x1b[35m"
	plain   = "\x1b[0m"
)

// maxShown is how much of a value a plan shows, in characters.
const maxShown = 100

// show writes the result of a push. A plan that was shown before the question is not repeated in text.
func (j Job) show(planned planned, done *Result) error {
	switch j.Format {
	case JSON:
		return j.json(done)
	case GitHub:
		return j.annotatePlan(planned, map[bool]string{true: "Pushed", false: "Nothing was changed"}[done.Applied])
	}
	var b strings.Builder
	if asked := j.Confirm != nil && !j.DryRun && planned.Plan.changes() > 0 && (len(planned.Plan.Conflicts) == 0 || j.Force); !asked {
		b.WriteString(planned.Plan.text(j.Colour))
	}
	switch {
	case done.Applied && planned.Plan.changes() == 0:
		b.WriteString("Nothing to change; metadata is at revision " + strconv.FormatInt(done.Revision, 10) + ".\n")
	case done.Applied:
		b.WriteString("Applied; metadata is at revision " + strconv.FormatInt(done.Revision, 10) + ".\n")
	default:
		b.WriteString("Nothing was changed.\n")
	}
	_, err := io.WriteString(j.Out, b.String())
	return err
}

// report writes an error in the formats for programs too; the plan of a push with conflicts has been shown.
func (j Job) report(err error) error {
	f := fault.As(err)
	if f == nil || f.Code == fault.CodeConflict && f.Field == "" {
		return err
	}
	problems, _ := f.Details["problems"].(folder.Problems)
	if problems == nil {
		problems = folder.Problems{{Message: f.Message}}
	}
	switch j.Format {
	case JSON:
		return errors.Join(err, j.json(map[string]any{"code": f.Code, "problems": lines(problems), "remedies": append([]string{}, f.Remedies...)}))
	case GitHub:
		return errors.Join(err, j.annotate(problems))
	}
	return err
}

func lines(problems folder.Problems) []string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = p.String()
	}
	return list
}

func (j Job) showValid(records int, warnings []string) error {
	switch j.Format {
	case JSON:
		return j.json(map[string]any{"valid": true, "records": records, "warnings": append([]string{}, warnings...)})
	case GitHub:
		return j.annotateValid(records, warnings)
	}
	for _, w := range warnings {
		if _, err := fmt.Fprintln(j.Out, "warning: "+printable(w)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(j.Out, "%d records are valid.\n", records)
	return err
}

func (j Job) json(v any) error {
	e := json.NewEncoder(j.Out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// text returns a plan: a line for each record and below it one for each field, then the counts.
func (p Plan) text(colour bool) string {
	var b strings.Builder
	paint := func(code, line string) {
		if colour {
			line = code + line + plain
		}
		b.WriteString(line + "\n")
	}
	for _, group := range p.groups() {
		for _, c := range group.changes {
			paint(group.code, group.sign+" "+c.Collection+" "+quoted(c.Name))
			for _, f := range c.Fields {
				b.WriteString("    " + f.text(group.sign) + "\n")
			}
		}
	}
	for _, c := range p.Conflicts {
		paint(magenta, "! "+c.text())
	}
	return b.String() + p.counts()
}

func (p Plan) counts() string {
	return fmt.Sprintf("%d to create, %d to update, %d to delete, %d unchanged, %d in conflict.\n",
		len(p.Creates), len(p.Updates), len(p.Deletes), len(p.Unchanged), len(p.Conflicts))
}

// group holds the changes of one kind.
type group struct {
	sign, code, word string
	changes          []Change
}

func (p Plan) groups() []group {
	return []group{{"+", green, "create", p.Creates}, {"~", yellow, "update", p.Updates}, {"-", red, "delete", p.Deletes}}
}

func (c Change) fieldNames() []string {
	names := make([]string, len(c.Fields))
	for i, f := range c.Fields {
		names[i] = f.Field
	}
	return names
}

func (f FieldChange) text(sign string) string {
	if sign == "+" {
		return f.Field + ": " + shown(f.After)
	}
	return f.Field + ": " + shown(f.Before) + " → " + shown(f.After)
}

func (c Conflict) text() string {
	return fmt.Sprintf("%s %s, %s: pushed as %s, now %s by %s at %s, wanted %s",
		c.Collection, quoted(c.Name), c.Field, shown(c.Pushed), shown(c.Present), c.who(), c.ChangedAt.Format(time.RFC3339), shown(c.Wanted))
}

func (c Conflict) who() string {
	if c.ChangedBy == "" {
		return "somebody"
	}
	return printable(c.ChangedBy)
}

// shown returns a value in one line, shortened to maxShown.
func shown(v json.RawMessage) string {
	if len(v) == 0 {
		return "nothing"
	}
	runes := []rune(printable(string(v)))
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return string(runes)
}

// showPulled writes the result of a pull.
func (j Job) showPulled(p Pulled) error {
	switch j.Format {
	case JSON:
		return j.json(p)
	case GitHub:
		return j.publish(p.text(j.DryRun), "## Pulled\n\n"+bullets(strings.Split(strings.TrimSpace(p.text(j.DryRun)), "\n")))
	}
	_, err := io.WriteString(j.Out, p.text(j.DryRun))
	return err
}

func (p Pulled) text(dry bool) string {
	var b strings.Builder
	for _, list := range []struct {
		prefix string
		lines  []string
	}{{"changed ", p.Changed}, {"added ", p.Added}, {"not on the server: ", p.Missing}, {"kept ", p.Kept}} {
		for _, line := range list.lines {
			b.WriteString(list.prefix + printable(line) + "\n")
		}
	}
	fmt.Fprintf(&b, "%d files changed, %d added.\n", len(p.Changed), len(p.Added))
	if dry {
		b.WriteString("Nothing was written.\n")
	}
	return b.String()
}

func quoted(name string) string { return strconv.Quote(name) }

// printable replaces control characters, so that text of others cannot control the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '·'
	}, s)
}
