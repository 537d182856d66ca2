package deliverable

import (
	"slices"
	"time"
	"unicode/utf8"

	"vitrine/models"
)

const (
	maxName    = 200 // bytes of a row's name
	maxViaName = 120 // bytes of a helper's name
)

// rank orders the kinds that a store may give to a row that has another one already.
var rank = map[models.DeliverableKind]int{models.KindDesign: 3, models.KindPage: 2, models.KindUpload: 1}

// tell lets a store name a row: what it says replaces, what it leaves out stays.
func tell(row *models.Deliverable, op *Op) {
	if promotes(op.Kind, row.Kind) {
		row.Kind = op.Kind
	}
	if op.Name != "" {
		row.Name = cut(op.Name, maxName)
	}
	if op.URL != nil {
		row.URL = op.URL
	}
	if slices.Contains(models.States, op.State) {
		state := op.State
		row.State = &state
	}
	if op.ArtifactID != "" {
		row.ArtifactID = &op.ArtifactID
	}
}

// promotes reports whether a given kind replaces a row's own: a stronger one does, code and upload never do, because a
// document stays one when its user attaches it again.
func promotes(given, own models.DeliverableKind) bool {
	known := slices.Contains(models.DeliverableKinds, given)
	return known && given != models.KindCode && given != models.KindUpload && rank[given] >= rank[own]
}

// viaOf keeps a via within its bounds; none, or one of an unknown kind, says nothing.
func viaOf(via *models.Via, at time.Time) *models.Via {
	if via == nil || via.Kind != "subagent" && via.Kind != "handover" {
		return nil
	}
	kept := *via
	kept.At = at
	if kept.Name = cut(kept.Name, maxViaName); kept.Name == "" && kept.Kind == "subagent" {
		kept.Name = "subagent"
	}
	return &kept
}

// cut shortens a text to at most n bytes without cutting a character in two.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
