package observer

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

// line is one file in a report.
type line struct {
	Path        string                 `json:"path"`
	Kind        models.DeliverableKind `json:"kind"`
	By          string                 `json:"by,omitempty"` // the helper; absent: the main agent
	Writes      int                    `json:"writes"`
	Edits       int                    `json:"edits"`
	LastOp      models.DeliverableOp   `json:"lastOp"`
	LastAt      *time.Time             `json:"lastAt,omitempty"`
	Bytes       *int64                 `json:"bytes,omitempty"`
	Deleted     bool                   `json:"deleted,omitempty"`
	Confirmed   int                    `json:"confirmed"`
	Failed      int                    `json:"failed"`
	Unconfirmed int                    `json:"unconfirmed"`
}

// page is the written form of a report.
type page struct {
	Session     string   `json:"session"`
	Harness     string   `json:"harness"`
	Cwd         string   `json:"cwd,omitempty"`
	Files       []string `json:"files"`
	Items       int      `json:"items"`
	Code        int      `json:"code"`
	Confirmed   int      `json:"confirmed"`
	Failed      int      `json:"failed"`
	Unconfirmed int      `json:"unconfirmed"`
	// Deliverables are the rows of the list.
	Deliverables []line `json:"deliverables"`
	// NotProduced are paths whose writes all failed or were never confirmed, and files that were deleted or moved later.
	NotProduced []line `json:"notProduced"`
}

func (j *Job) writeReports(reports []*Report) error {
	pages := []page{}
	for _, r := range reports {
		pages = append(pages, r.page())
	}
	switch j.Format {
	case JSON:
		return writeJSON(j.Out, map[string]any{"sessions": pages})
	case Markdown:
		return writeMarkdown(j.Out, pages)
	}
	return writeTables(j.Out, pages)
}

func (r *Report) page() page {
	p := page{
		Session: r.Session.Key(), Harness: r.Session.Harness, Cwd: r.Session.Cwd, Items: r.Counts.Items, Code: r.Counts.Code,
		Confirmed: r.Tally.Confirmed, Failed: r.Tally.Failed, Unconfirmed: r.Tally.Unconfirmed,
		Deliverables: []line{}, NotProduced: []line{}, Files: []string{},
	}
	for _, f := range r.Session.Files {
		p.Files = append(p.Files, f.Path)
	}
	listed := map[string]bool{}
	for _, row := range r.Rows {
		listed[row.Key] = true
		p.Deliverables = append(p.Deliverables, lineOf(row, r.ByPath[row.Key]))
	}
	for key, tally := range r.ByPath {
		if !listed[key] {
			p.NotProduced = append(p.NotProduced, unlisted(key, tally))
		}
	}
	slices.SortFunc(p.NotProduced, func(a, b line) int { return strings.Compare(a.Path, b.Path) })
	return p
}

func lineOf(row *models.Deliverable, t Tally) line {
	l := line{
		Path: row.Path, Kind: row.Kind, Writes: row.Writes, Edits: row.Edits(), LastOp: row.LastOp, Bytes: row.Bytes,
		Confirmed: t.Confirmed, Failed: t.Failed, Unconfirmed: t.Unconfirmed,
	}
	if row.Via != nil {
		l.By = row.Via.Name
	}
	if !row.LastAt.IsZero() {
		l.LastAt = &row.LastAt
	}
	return l
}

// unlisted returns the line of a path that is not in the list of deliverables.
func unlisted(key string, t Tally) line {
	_, path, _ := strings.Cut(key, ":")
	return line{
		Path: path, Kind: deliverable.KindOf(path, models.OpWrite), Deleted: t.Confirmed > 0,
		Confirmed: t.Confirmed, Failed: t.Failed, Unconfirmed: t.Unconfirmed,
	}
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func (p page) sentence() string {
	return fmt.Sprintf("%s and %s of code; writes: %d confirmed, %d failed, %d unconfirmed",
		count(p.Items, "deliverable"), count(p.Code, "file"), p.Confirmed, p.Failed, p.Unconfirmed)
}

func (l line) state() string {
	switch {
	case l.Deleted:
		return "deleted or moved"
	case l.Confirmed == 0 && l.Failed > 0:
		return "never written: failed"
	case l.Confirmed == 0:
		return "not known to be written"
	}
	return strings.ToLower(string(l.LastOp))
}

func writeTables(out io.Writer, pages []page) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, p := range pages {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		_, _ = fmt.Fprintf(w, "%s  %s\n%s.\n", plain(p.Session), plain(p.Cwd), p.sentence())
		if len(p.Deliverables)+len(p.NotProduced) > 0 {
			_, _ = fmt.Fprintln(w, "KIND\tCONFIRMED\tFAILED\tUNCONFIRMED\tLAST\tBY\tPATH")
		}
		for _, l := range slices.Concat(p.Deliverables, p.NotProduced) {
			_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%s\n", l.Kind, l.Confirmed, l.Failed, l.Unconfirmed, l.state(), plain(l.By), plain(l.Path))
		}
	}
	return w.Flush()
}

// plain replaces control characters, so that text from a record cannot control a terminal or break a table.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '\ufffd'
		}
		return r
	}, text)
}

func writeMarkdown(out io.Writer, pages []page) error {
	for i, p := range pages {
		if i > 0 {
			_, _ = fmt.Fprintln(out)
		}
		_, _ = fmt.Fprintf(out, "## %s\n\n", cell(p.Session))
		if p.Cwd != "" {
			_, _ = fmt.Fprintf(out, "In `%s`. ", code(p.Cwd))
		}
		if _, err := fmt.Fprintf(out, "%s.\n", p.sentence()); err != nil {
			return err
		}
		tableOf(out, p)
	}
	return nil
}

func tableOf(out io.Writer, p page) {
	lines := slices.Concat(p.Deliverables, p.NotProduced)
	if len(lines) == 0 {
		return
	}
	_, _ = fmt.Fprint(out, "\n| Path | Kind | Confirmed | Failed | Unconfirmed | Last | By |\n|---|---|---:|---:|---:|---|---|\n")
	for _, l := range lines {
		_, _ = fmt.Fprintf(out, "| `%s` | %s | %d | %d | %d | %s | %s |\n", code(l.Path), l.Kind, l.Confirmed, l.Failed, l.Unconfirmed, l.state(), cell(l.By))
	}
}

// markup escapes the characters that are markup in a cell.
var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`)

func cell(text string) string { return markup.Replace(plain(text)) }

// code escapes a text for use between backquotes in a cell.
func code(text string) string {
	return strings.NewReplacer("`", "'", "|", `\|`).Replace(plain(text))
}
