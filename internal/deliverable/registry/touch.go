package registry

import (
	"context"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Touch records in a locked conversation that its user saved a file. A deliverable gets an edit by its user; any path
// adds one note for the agent's next turn.
func (r *Registry) Touch(ctx context.Context, c *models.Conversation, t deliverable.Touch) (deliverable.Touched, error) {
	place, ok := deliverable.Locate(t.Host, c.Cwd, t.Path)
	if !ok {
		return deliverable.Touched{}, fault.Invalid("path", "Not the path of a file.")
	}
	rows, err := r.rowsOfKeys(ctx, c.ID, []string{place.Key()})
	if err != nil {
		return deliverable.Touched{}, err
	}
	touched := deliverable.Touched{Note: deliverable.EditNote(place.Path, t.NoteText())}
	if len(rows) > 0 {
		steps, changed, err := r.fold(ctx, c, []deliverable.Op{t.Op(place)})
		if err != nil {
			return deliverable.Touched{}, err
		}
		touched.Row, touched.Change = changed[0], steps[0].Change
	}
	return touched, r.addNote(ctx, c, touched.Note)
}
