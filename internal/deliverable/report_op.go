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

// rank orders the kinds that a store may set on a row that has one already.
var rank = map[models.DeliverableKind]int{models.KindDesign: 3, models.KindPage: 2, models.KindUpload: 1}

// applyReport applies a store's report to a row: its fields replace, empty ones keep what is there. A report that is
// older than the newest one only fills empty fields; a stronger kind always counts.
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

// describe sets the page or service of a row. A page that is handed over or shown does not replace the page of the
// row.
func describe(row *models.Deliverable, op *Op, news bool) {
	if op.Page != nil && (row.Page == nil || news && !op.Page.Presented) {
		row.Page = op.Page
	}
	if op.Service != nil && (row.Service == nil || news) {
		row.Service = op.Service
	}
}

// promotes reports whether a given kind replaces a row's own: a stronger one does; code and upload never do, because
// a document stays one when its user attaches it again.
func promotes(given, own models.DeliverableKind) bool {
	known := slices.Contains(models.DeliverableKinds, given)
	return known && given != models.KindCode && given != models.KindUpload && rank[given] >= rank[own]
}

// viaOf returns a via with its texts cut to their limits; nil when there is none or its kind is unknown.
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

// cut shortens a text to at most n bytes without splitting a character.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
