package observation

import (
	"cmp"
	"encoding/json"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// maxCapture is the largest text of a recorded write, in bytes, that is stored.
const maxCapture = deliverable.MaxText

// captureRule decides which observed content becomes versions, and who made them.
type captureRule struct {
	capture models.Capture
	madeBy  string
}

// captureOf returns an agent's setting; without an agent documents are stored.
func captureOf(agent *models.Agent) models.Capture {
	if agent == nil {
		return models.CaptureDocuments
	}
	return cmp.Or(agent.Capture, models.CaptureDocuments)
}

// nameOf returns who made an observed version: the agent when it is known, else the harness.
func nameOf(agent *models.Agent, reader harness.Reader) string {
	if agent != nil {
		return agent.Name
	}
	return reader.Name()
}

// trim drops the text that will not be stored before anything is, even while its call waits for a result. A README is
// judged as if it were written, because an edit of it may belong to a row whose first operation is a write.
func (k captureRule) trim(writes []harness.Write, arrival deliverable.Arrival) []harness.Write {
	for i, w := range writes {
		place, ok := deliverable.Locate(arrival.Host, cmp.Or(w.Cwd, arrival.Cwd), w.Path)
		kept := ok && k.capture.Keeps(deliverable.KindOf(place.Path, models.OpWrite))
		writes[i] = deliverable.Trim(w, kept, maxCapture)
	}
	return writes
}

// drafts makes drafts of the applied writes whose content is to be stored.
func (k captureRule) drafts(moves []deliverable.AppliedWrite) []*models.DeliverableDraft {
	var drafts []*models.DeliverableDraft
	for _, m := range moves {
		if k.capture.Keeps(m.Row.Kind) && changesText(m.Write) {
			drafts = append(drafts, k.draft(m.Row, m.Write))
		}
	}
	return drafts
}

// changesText reports whether a write changes the text; a move may also change the file that it moves.
func changesText(w harness.Write) bool {
	return w.Op == models.OpWrite || w.Op == models.OpEdit || w.Op == models.OpMove && (w.Content != nil || len(w.Edits) > 0)
}

func (k captureRule) draft(row *models.Deliverable, w harness.Write) *models.DeliverableDraft {
	text, err := json.Marshal(w)
	if err != nil { // a time outside JSON's years; the text does not depend on it
		w.At = row.LastAt
		text, _ = json.Marshal(w)
	}
	return &models.DeliverableDraft{
		ID: models.NewID(), ConversationID: row.ConversationID, DeliverableID: row.ID, Write: text, MadeBy: k.madeBy,
		CreatedAt: models.Now(),
	}
}
