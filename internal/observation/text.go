package observation

import (
	"strings"

	"vitrine/internal/harness"
	"vitrine/models"
)

// The remarks of versions that cannot hold what was written.
const (
	remarkUnknown    = "A change was recorded without its text, so this is the content before it."
	remarkUnapplied  = "A recorded edit does not apply to the last known content, so this is the content before it."
	remarkEmptied    = "The file was emptied, so this is the content before it."
	remarkContinuing = "An earlier change is missing in this content."
)

// text is what is known of a file's content: nil when unknown. The remark says what is missing in it.
type text struct {
	content *string
	remark  string
}

// after returns the text after a write; false when it is unknown. A version cannot hold an empty file: one that was
// emptied keeps the content before it, with a remark.
func (t text) after(w harness.Write) (text, bool) {
	next, ok := t.follow(w)
	switch {
	case !ok || *next.content != "":
		return next, ok
	case t.content == nil:
		return text{}, false
	}
	return text{content: t.content, remark: remarkEmptied}, true
}

// follow returns the text after a write. Whole texts replace, edits apply to what is known.
func (t text) follow(w harness.Write) (text, bool) {
	if w.Content != nil {
		return text{content: w.Content}, true
	}
	base := t.base(w)
	if base.content == nil {
		return text{}, false
	}
	if len(w.Edits) == 0 {
		return text{content: base.content, remark: remarkUnknown}, true
	}
	changed, ok := apply(*base.content, w.Edits)
	if !ok {
		return text{content: base.content, remark: remarkUnapplied}, true
	}
	if base.remark != "" {
		base.remark = remarkContinuing
	}
	return text{content: &changed, remark: base.remark}, true
}

// base returns the text that a write's edits start from: the one before it in the record, an empty one for a new
// file, else what is known.
func (t text) base(w harness.Write) text {
	switch {
	case w.Before != nil:
		return text{content: w.Before}
	case w.Op == models.OpWrite && len(w.Edits) > 0 && w.Edits[0].Old == "":
		return text{content: new(string)}
	}
	return t
}

// apply makes the replacements one after the other. Each must find its old text, exactly once unless it replaces all.
func apply(content string, edits []harness.Edit) (string, bool) {
	left := work(maxWork)
	if edits[0].Hunk != nil {
		return patched(content, edits, &left)
	}
	for _, e := range edits {
		n := strings.Count(content, e.Old)
		switch {
		case e.Old == "" && content != "", e.Old != "" && n == 0, e.Old != "" && n > 1 && !e.ReplaceAll:
			return "", false
		case len(content)+n*(len(e.New)-len(e.Old)) > maxCapture, !left.spend(len(content) + workOfPlace*n):
			return "", false
		case e.Old == "":
			content = e.New
			continue
		}
		content = strings.ReplaceAll(content, e.Old, e.New)
	}
	return content, true
}
