package observer

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// summary is the written form of a session's sum.
type summary struct {
	Session      string   `json:"session"`
	Conversation string   `json:"conversation,omitempty"`
	Cwd          string   `json:"cwd,omitempty"`
	Files        int      `json:"files"`
	Bytes        int64    `json:"bytes"`
	Records      int      `json:"records"`
	Applied      int      `json:"applied"`
	Unconfirmed  int      `json:"unconfirmed"`
	Skipped      int      `json:"skipped"`
	Paths        []string `json:"paths"`
	Refused      string   `json:"refused,omitempty"`
}

func (c *conversation) summary() summary {
	t := summary{
		Session: c.Key(), Conversation: c.id, Cwd: c.Cwd, Files: c.sum.Files, Bytes: c.sum.Bytes, Records: c.sum.Records,
		Applied: c.sum.Applied, Unconfirmed: c.sum.Unconfirmed, Skipped: c.sum.Skipped, Paths: slices.AppendSeq([]string{}, maps.Keys(c.sum.paths)),
	}
	slices.Sort(t.Paths)
	if c.failure != nil {
		t.Refused = c.failure.Error()
	}
	return t
}

// report writes the summaries of all sessions; its error is that of the first session that was skipped.
func (r *run) report() error {
	var failure error
	list := []summary{}
	for _, c := range r.sessions {
		if failure == nil {
			failure = c.failure
		}
		list = append(list, c.summary())
	}
	if err := r.write(list); err != nil {
		return err
	}
	return failure
}

func (r *run) write(list []summary) error {
	if r.Format == JSON {
		return writeJSON(r.Out, map[string]any{"sessions": list})
	}
	total := summary{}
	for _, t := range list {
		total.Files, total.Bytes, total.Records = total.Files+t.Files, total.Bytes+t.Bytes, total.Records+t.Records
		total.Applied, total.Unconfirmed = total.Applied+t.Applied, total.Unconfirmed+t.Unconfirmed
	}
	_, err := fmt.Fprintf(r.Out, "%s, %s, %s read: %s sent, %d unconfirmed.\n",
		count(len(list), "session"), count(total.Files, "file"), sizeText(total.Bytes), count(total.Applied, "write"), total.Unconfirmed)
	return err
}

// printBatch writes one line for a batch that changed something, when the job follows.
func (r *run) printBatch(c *conversation, t *observeResult) {
	if !r.Follow || t.Applied == 0 {
		return
	}
	if r.Format == JSON {
		text, _ := json.Marshal(map[string]any{"session": c.Key(), "conversation": c.id, "applied": t.Applied, "unconfirmed": t.Unconfirmed, "paths": t.paths()})
		_, _ = fmt.Fprintln(r.Out, string(text))
		return
	}
	_, _ = fmt.Fprintf(r.Out, "%s: %s, %s\n", plain(c.Key()), count(t.Applied, "write"), plain(baseNames(t.paths())))
}

// printService writes one line for a service that started, changed its port or stopped.
func (r *run) printService(c *conversation, one *service) {
	if r.Format == JSON {
		text, _ := json.Marshal(map[string]any{"session": c.Key(), "conversation": c.id, "service": one.Name, "port": one.Port, "state": one.state()})
		_, _ = fmt.Fprintln(r.Out, string(text))
		return
	}
	_, _ = fmt.Fprintf(r.Out, "%s: %s on port %d, %s\n", plain(c.Key()), plain(one.Name), one.Port, one.state())
}

func (t *observeResult) paths() []string {
	paths := make([]string, len(t.Deliverables))
	for i, d := range t.Deliverables {
		paths[i] = d.Path
	}
	return paths
}

// maxNames bounds the names in one line.
const maxNames = 5

func baseNames(paths []string) string {
	var names []string
	for _, p := range paths[:min(len(paths), maxNames)] {
		names = append(names, path.Base(strings.ReplaceAll(p, `\`, "/")))
	}
	if more := len(paths) - maxNames; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func sizeText(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	case n < 1<<30:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}
