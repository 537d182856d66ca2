package harness

import (
	"strings"

	"vitrine/models"
)

// claudeResult is the structured result that newer records carry beside the text for the model. Tools that do not write
// have other fields; a failed call has a text here, which leaves everything empty.
type claudeResult struct {
	Type             string       `json:"type"` // create or update, of a Write
	FilePath         string       `json:"filePath"`
	Content          *string      `json:"content"`
	OldString        *string      `json:"oldString"`
	NewString        *string      `json:"newString"`
	ReplaceAll       bool         `json:"replaceAll"`
	UserModified     bool         `json:"userModified"`
	Edits            []claudeEdit `json:"edits"`
	OriginalFile     *string      `json:"originalFile"`
	OriginalContents *string      `json:"originalFileContents"`
	Patch            []struct {
		Lines []string `json:"lines"`
	} `json:"structuredPatch"`
}

// detail adds to a good outcome what its structured result tells: the path, the text, the lines.
func (r *claudeRecord) detail(w *Write) {
	var res claudeResult
	raw := r.FileResult
	if len(raw) == 0 {
		raw = r.LiveResult
	}
	if len(raw) == 0 || !parse(raw, &res) || res.FilePath == "" {
		return
	}
	switch {
	case res.Type == "create" || res.Type == "update":
		w.Op, w.Content, w.Whole = models.OpWrite, res.Content, res.Content != nil
	case res.OldString != nil || len(res.Edits) > 0:
		w.Op, w.Edits, w.Whole = res.op(), res.replacements(), true
	default: // a tool that only names a file
		return
	}
	w.Path, w.Before = res.FilePath, res.OriginalFile
	if w.Before == nil {
		w.Before = res.OriginalContents
	}
	res.measure(w)
}

// op tells an edit from an edit of nothing, which is how a new file is born by Edit.
func (res *claudeResult) op() models.DeliverableOp {
	if res.OldString != nil && *res.OldString == "" && (res.OriginalFile == nil || *res.OriginalFile == "") {
		return models.OpWrite
	}
	return models.OpEdit
}

// replacements are left out when the user changed the proposal: what was asked for is then not what was written.
func (res *claudeResult) replacements() []Edit {
	if res.UserModified {
		return nil
	}
	if res.OldString != nil && res.NewString != nil {
		return []Edit{{Old: *res.OldString, New: *res.NewString, ReplaceAll: res.ReplaceAll}}
	}
	return claudeEdits(res.Edits)
}

// measure counts bytes from the whole text and lines from the patch; a created file has no patch, all its lines are new.
func (res *claudeResult) measure(w *Write) {
	if w.Content != nil {
		w.Bytes = size(*w.Content)
	}
	added, removed := res.lines()
	if len(res.Patch) > 0 || res.Type == "create" {
		w.Added, w.Removed = &added, &removed
	}
}

func (res *claudeResult) lines() (added, removed int) {
	if res.Type == "create" && res.Content != nil {
		added = len(strings.SplitAfter(strings.TrimSuffix(*res.Content, "\n"), "\n"))
	}
	for _, hunk := range res.Patch {
		for _, line := range hunk.Lines {
			switch {
			case strings.HasPrefix(line, "+"):
				added++
			case strings.HasPrefix(line, "-"):
				removed++
			}
		}
	}
	return added, removed
}
