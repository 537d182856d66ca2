package deliverable

import "vitrine/models"

// Touch is what an editor describes a save by its user.
type Touch struct {
	Host string
	// Path is absolute, or relative to the conversation's folder.
	Path string
	// Added and Removed count lines; nil when the editor does not say.
	Added   *int
	Removed *int
	Summary string
	// Bytes is the size after the save; nil when the editor does not say.
	Bytes *int64
}

// Touched is what came of a save.
type Touched struct {
	Row *models.Deliverable // nil when the path is not a deliverable of the conversation
	// Change is the row's new history entry, nil with the row.
	Change *models.DeliverableChange
	Note   string
}

// Op returns the operation that the save is for the row of its place.
func (t *Touch) Op(place Place) Op {
	return Op{
		Place: place, Op: models.OpEdit, Actor: models.ActorUser, At: models.Now(),
		Bytes: t.Bytes, Added: t.Added, Removed: t.Removed,
	}
}

// NoteText is the editor's own, else the line counts, else nothing.
func (t *Touch) NoteText() string {
	if t.Summary != "" || t.Added == nil && t.Removed == nil {
		return t.Summary
	}
	return LineSummary(valueOf(t.Added), valueOf(t.Removed))
}
