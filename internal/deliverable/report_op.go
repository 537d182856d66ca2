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

// applyReport lets a store name a row: what it says replaces, what it leaves out stays. What was said before the newest
// thing that is known, and arrives later, only fills what nobody has said; a stronger kind counts whenever it was
// given.
func applyReport(row *models.Deliverable, op *Op) {
	news := !op.At.Before(row.ReportedAt)
	stronger := promotes(op.Kind, row.Kind) && rank[op.Kind] > rank[row.Kind]
	if promotes(op.Kind, row.Kind) && (news || stronger) {
		row.Kind = op.Kind
	}
	if op.Name != "" && (news || stronger) {
		row.Name = cut(op.Name, maxName)
	}
	if op.URL != nil && (news || row.URL == nil) {
		row.URL = op.URL
	}
	if slices.Contains(models.States, op.State) && (news || row.State == nil) {
		state := op.State
		row.State = &state
	}
	if op.ArtifactID != "" {
		row.ArtifactID = &op.ArtifactID
	}
	describe(row, op, news)
	row.ReportedAt = latest(row.ReportedAt, op.At)
}

// describe keeps which page or which service a row is. A page that is handed over or shown says nothing of the page
// that is already there.
func describe(row *models.Deliverable, op *Op, news bool) {
	if op.Page != nil && (row.Page == nil || news && !op.Page.Presented) {
		row.Page = op.Page
	}
	if op.Service != nil && (row.Service == nil || news) {
		row.Service = op.Service
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
