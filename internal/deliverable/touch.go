package deliverable

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/models"
)

// Touch is what an editor tells of a save by its user.
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
	Row *models.Deliverable // nil when the path is no deliverable of the conversation
	// Change is the row's new history entry, nil with the row.
	Change *models.DeliverableChange
	Note   string
}

// Touch tells a locked conversation that its user saved a file. A deliverable is edited by its user; any path leaves one note
// for the agent's next turn.
func (r *Registry) Touch(ctx context.Context, c *models.Conversation, t Touch) (Touched, error) {
	place, ok := Locate(t.Host, c.Cwd, t.Path)
	if !ok {
		return Touched{}, fault.Invalid("path", "This is no path of a file.")
	}
	rows, err := r.rowsOfKeys(ctx, c.ID, []string{place.Key()})
	if err != nil {
		return Touched{}, err
	}
	touched := Touched{Note: EditNote(place.Path, t.summary())}
	if len(rows) > 0 {
		steps, changed, err := r.fold(ctx, c, []Op{t.op(place)})
		if err != nil {
			return Touched{}, err
		}
		touched.Row, touched.Change = changed[0], steps[0].Change
	}
	return touched, r.leaveNote(ctx, c, touched.Note)
}

func (t *Touch) op(place Place) Op {
	return Op{
		Place: place, Op: models.OpEdit, Actor: models.ActorUser, At: models.Now(),
		Bytes: t.Bytes, Added: t.Added, Removed: t.Removed,
	}
}

// summary is the editor's own, else the line counts, else nothing.
func (t *Touch) summary() string {
	if t.Summary != "" || t.Added == nil && t.Removed == nil {
		return t.Summary
	}
	return LineSummary(valueOf(t.Added), valueOf(t.Removed))
}
