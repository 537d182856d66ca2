package harness

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// Roots returns the folder of <year>/<month>/<day>/rollout-<time>-<thread>.jsonl. A helper has a separate thread, whose
// first record names its parent.
func (codex) Roots(env func(string) string, home string) []string {
	return []string{filepath.Join(first(env("CODEX_HOME"), filepath.Join(home, ".codex")), "sessions")}
}

func (codex) Owns(path string) bool {
	return contains(path, ".codex/sessions") || strings.HasPrefix(filepath.Base(path), "rollout-")
}

func (codex) Form(path string) (Form, bool) { return linesForm(path) }

// codexOpening is the first record of a rollout: an envelope whose payload describes the thread, or that description
// without an envelope.
type codexOpening struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	RecordType string          `json:"record_type"`
	Timestamp  json.RawMessage `json:"timestamp"`
	Git        json.RawMessage `json:"git"`
	Payload    *struct {
		ID        string          `json:"id"`
		SessionID string          `json:"session_id"`
		Cwd       string          `json:"cwd"`
		Source    json.RawMessage `json:"source"`
	} `json:"payload"`
}

func (r *codexOpening) own() bool {
	return r.Payload != nil && r.Type != "" || r.RecordType != "" || r.ID != "" && r.Timestamp != nil && r.Git != nil
}

func (codex) Recognises(record []byte) bool {
	var r codexOpening
	parse(record, &r)
	return r.own()
}

func (codex) Opening(record []byte) Opening {
	var r codexOpening
	parse(record, &r)
	switch {
	case r.Payload != nil:
		return Opening{Sessions: []string{r.Payload.SessionID, r.Payload.ID}, Parent: codexParent(r.Payload.Source), Cwd: r.Payload.Cwd}
	case r.own():
		return Opening{Sessions: []string{r.ID}}
	}
	return Opening{}
}

// codexParent returns the id of the thread that started a helper, at any depth in the source of its session; empty when
// there is none.
func codexParent(source json.RawMessage) string {
	_, rest, found := strings.Cut(string(source), `"parent_thread_id"`)
	if !found {
		return ""
	}
	parts := strings.SplitN(rest, `"`, 3)
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}

func (codex) Session(path string, o *Opening) string {
	return first(o.Parent, o.Session(), codexThread(path), stem(path))
}

// codexThread returns the id at the end of a rollout's file name; empty when there is none.
func codexThread(path string) string {
	name := stem(path)
	if len(name) < 36 {
		return ""
	}
	id := name[len(name)-36:]
	if _, err := uuid.Parse(id); err != nil {
		return ""
	}
	return id
}
