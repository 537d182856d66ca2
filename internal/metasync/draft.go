package metasync

import "vitrine/models"

// Records are the records of a push. They can be resolved once.
type Records struct{ items []*item }

// ReadRecords reads records as they are sent; the fault names every record that cannot be read.
func ReadRecords(sent []models.JSON) (Records, error) {
	items, problems := readItems(sent)
	return Records{items}, problems.err()
}

// Draft is a push that is planned and not yet applied.
type Draft struct {
	Source string
	Plan   Plan
	Stop   bool // the push is not applied

	stored []Row
	last   []Pushed
	wanted []Wanted
	final  final
	known  identity // the stored rows alone
}

// NewDraft resolves the references of a push against what is stored and plans it. Last is what the same source pushed
// before.
func NewDraft(p Push, records Records, stored []Row, last []Pushed) (*Draft, error) {
	d, err := &Draft{Source: p.Source, stored: stored, last: last, known: identityOf(stored, nil)}, error(nil)
	r := &resolver{known: identityOf(stored, last), stored: stored, items: records.items, shipped: p.Source == ShippedSource}
	if d.wanted, err = r.resolve(); err != nil {
		return nil, err
	}
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	if err := d.prune(p, r.used); err != nil {
		return nil, err
	}
	return d, d.replan().err()
}

// replan plans the wanted rows again.
func (d *Draft) replan() (problems Problems) {
	d.final, problems = finalOf(d.stored, d.wanted)
	d.Plan = PlanOf(d.stored, d.wanted, d.last)
	return problems
}

// Present returns the stored row that a wanted one changes; nil when the push creates it.
func (d *Draft) Present(w Wanted) *Row { return d.known.byID[w.Collection+"/"+w.ID] }

// News returns the rows whose entry in the ledger of the source would change.
func (d *Draft) News() []Wanted { return news(d.wanted, d.last) }
