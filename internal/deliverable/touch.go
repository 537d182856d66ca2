package deliverable

import "vitrine/models"

// Touch is an editor's report of a save by its user.
type Touch struct {
	Host string
	// Path is absolute, or relative to the conversation's folder.
	Path string
	// Added and Removed count lines; nil when unknown.
	Added   *int
	Removed *int
	Summary string
	// Bytes is the size after the save; nil when unknown.
	Bytes *int64
}

// Touched is the result of a save.
type Touched struct {
	Row *models.Deliverable // nil when the path is not a deliverable of the conversation
	// Change is the row's new history entry, nil with the row.
	Change *models.DeliverableChange
	Note   string
}

// Op returns the operation of the save on the row of its place.
func (t *Touch) Op(place Place) Op {
	return Op{
		Place: place, Op: models.OpEdit, Actor: models.ActorUser, At: models.Now(),
		Bytes: t.Bytes, Added: t.Added, Removed: t.Removed,
	}
}

// NoteText returns the editor's summary, else the line counts, else "".
func (t *Touch) NoteText() string {
	if t.Summary != "" || t.Added == nil && t.Removed == nil {
		return t.Summary
	}
	return LineSummary(valueOf(t.Added), valueOf(t.Removed))
}
