package harness

import (
	"strings"

	"vitrine/models"
)

// claudeResult is the structured result that newer records have in addition to the text for the model. Tools that do
// not write have other fields. A failed call has a text instead, which leaves all fields empty.
type claudeResult struct {
	claudeInput
	kind         string // create or update, of a Write
	userModified bool
	original     *string
	agentID      string // of the helper that a call started
	patch        []byte
}

func (res *claudeResult) member(s *scan, key []byte) {
	switch string(key) {
	case "type":
		res.kind = s.str()
	case "userModified":
		res.userModified = s.flag()
	case "originalFile", "originalFileContents":
		res.original = s.optional()
	case "agentId":
		res.agentID = s.str()
	case "structuredPatch":
		res.patch = s.raw()
	default:
		res.claudeInput.member(s, key)
	}
}

// detail adds to an outcome what its structured result reports: path, text and line counts, or the helper that the call
// started.
func (r *claudeRecord) detail(w Write) []Write {
	var res claudeResult
	if !walk(r.result, res.member) {
		return []Write{w}
	}
	if res.agentID != "" {
		return []Write{w, {CallID: res.agentID, Outcome: w.Outcome, Starts: true, Helper: w.CallID, At: w.At, Cwd: w.Cwd}}
	}
	if w.Outcome == Done && res.filePath != "" {
		res.write(&w)
	}
	return []Write{w}
}

func (res *claudeResult) write(w *Write) {
	switch {
	case res.kind == "create" || res.kind == "update":
		w.Op, w.Content, w.Whole = models.OpWrite, res.content, res.content != nil
	case res.oldString != nil || len(claudeEdits(res.edits)) > 0:
		w.Op, w.Edits, w.Whole = res.op(), res.asked(), true
	default: // a tool that only names a file
		return
	}
	w.Path, w.Before = res.filePath, res.original
	res.measure(w)
}

// op returns WRITE for an edit of an empty text, by which Edit creates a file, and EDIT otherwise.
func (res *claudeResult) op() models.DeliverableOp {
	if res.oldString != nil && *res.oldString == "" && (res.original == nil || *res.original == "") {
		return models.OpWrite
	}
	return models.OpEdit
}

// asked returns the replacements; nil when the user changed the proposal, because they are then not what was written.
func (res *claudeResult) asked() []Edit {
	if res.userModified {
		return nil
	}
	return res.replacements()
}

// measure counts bytes in the whole text and lines in the patch. A created file has no patch: all its lines are added.
func (res *claudeResult) measure(w *Write) {
	if w.Content != nil {
		w.Bytes = size(*w.Content)
	}
	added, removed, known := res.lines()
	if known || res.kind == "create" {
		w.Added, w.Removed = &added, &removed
	}
}

// lines counts added and removed lines; known is false without a patch.
func (res *claudeResult) lines() (added, removed int, known bool) {
	if res.kind == "create" && res.content != nil {
		added = len(strings.SplitAfter(strings.TrimSuffix(*res.content, "\n"), "\n"))
	}
	var hunks []struct {
		Lines []string `json:"lines"`
	}
	if len(res.patch) == 0 || !parse(res.patch, &hunks) {
		return added, 0, false
	}
	for _, hunk := range hunks {
		for _, line := range hunk.Lines {
			switch {
			case strings.HasPrefix(line, "+"):
				added++
			case strings.HasPrefix(line, "-"):
				removed++
			}
		}
	}
	return added, removed, len(hunks) > 0
}
