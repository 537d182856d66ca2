package metasync

import (
	"context"
	"slices"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// ShippedSource is the source under which the server pushes the types that ship with it; nobody else may use it.
const ShippedSource = "vitrine:shipped"

// maxSource bounds the name of a source in bytes.
const maxSource = 1000

// Service applies pushes. The number of its queries does not depend on how many records a push has, but on how many of them
// change: each change goes through the store of its noun, which checks it and writes its audit line.
type Service struct {
	db      *database.DB
	ledger  ledger
	shelves []shelf
}

// NewService applies pushes to these stores.
func NewService(db *database.DB, t *catalog.Types, m *catalog.Models, a *catalog.Agents, p *catalog.Projects) *Service {
	return &Service{db: db, ledger: ledger{db}, shelves: []shelf{
		kept[models.Project, *models.Project]{projects, p},
		kept[models.Model, *models.Model]{drivers, m},
		kept[models.ArtifactType, *models.ArtifactType]{types, t},
		kept[models.Agent, *models.Agent]{agents, a},
	}}
}

// Apply plans a push and, unless it is a dry run or somebody changed what it would overwrite, does it in one transaction: all
// or nothing, one audit line per record changed.
func (s *Service) Apply(ctx context.Context, p Push) (*Outcome, error) {
	if _, err := auth.Require(ctx, auth.EditMetadata); err != nil {
		return nil, err
	}
	if p.Source == ShippedSource {
		return nil, fault.Invalid("source", "%q is the name of what ships with Vitrine.", p.Source).Try("Name your own folder or repository.")
	}
	if len(p.Source) > maxSource {
		return nil, fault.Invalid("source", "A source has at most %d bytes.", maxSource).Try("Name your folder or repository.")
	}
	return s.apply(ctx, p, func(d *draft) { d.stop = p.DryRun || len(d.plan.Conflicts) > 0 && !p.Force })
}

// draft is a push between plan and deed.
type draft struct {
	source string
	stored []Row
	last   []Pushed
	wanted []Wanted
	plan   Plan
	final  final
	stop   bool // changes nothing
}

// apply plans, lets decide look at the draft, and acts.
func (s *Service) apply(ctx context.Context, p Push, decide func(*draft)) (out *Outcome, err error) {
	items, problems := readItems(p.Records)
	if err := problems.err(); err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(ctx context.Context) (err error) {
		out, err = s.within(ctx, p, items, decide)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Service) within(ctx context.Context, p Push, items []*item, decide func(*draft)) (*Outcome, error) {
	revision, err := s.ledger.expect(ctx, p.ExpectedRevision)
	if err != nil {
		return nil, err
	}
	d, err := s.draft(ctx, p, items)
	if err != nil {
		return nil, err
	}
	if decide(d); d.stop {
		return &Outcome{Plan: d.plan.unmade(), Revision: revision}, nil
	}
	if err := s.do(ctx, d); err != nil {
		return nil, err
	}
	revision, err = s.ledger.revision(ctx)
	return &Outcome{Plan: d.plan, Applied: true, Revision: revision}, err
}

func (s *Service) draft(ctx context.Context, p Push, items []*item) (*draft, error) {
	d, err := &draft{source: p.Source}, error(nil)
	if d.stored, err = s.rows(ctx); err != nil {
		return nil, err
	}
	if d.last, err = s.ledger.last(ctx, p.Source); err != nil {
		return nil, err
	}
	r := &resolver{known: identityOf(d.stored, d.last), stored: d.stored, items: items, shipped: p.Source == ShippedSource}
	if d.wanted, err = r.resolve(); err != nil {
		return nil, err
	}
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	if err := d.prune(p, r.used); err != nil {
		return nil, err
	}
	if err := d.replan().err(); err != nil {
		return nil, err
	}
	return d, s.blame(ctx, d.plan.Conflicts)
}

// replan plans what is wanted now.
func (d *draft) replan() (problems Problems) {
	d.final, problems = finalOf(d.stored, d.wanted)
	d.plan = PlanOf(d.stored, d.wanted, d.last)
	return problems
}

// do changes what the plan says, each row after those that it refers to, and deletes the other way round.
func (s *Service) do(ctx context.Context, d *draft) error {
	known := identityOf(d.stored, nil)
	for _, row := range d.inTheWay() {
		if err := s.shelf(row.Collection).stepAside(ctx, row); err != nil {
			return err
		}
	}
	for _, w := range inOrder(d.puts(), d.final.parents) {
		if err := s.shelf(w.Collection).put(ctx, w, known.byID[w.Collection+"/"+w.ID]); err != nil {
			return inRecord(w, err)
		}
	}
	for _, w := range d.removals() {
		if err := s.remove(ctx, w); err != nil {
			return inRecord(w, err)
		}
	}
	return s.ledger.note(ctx, d.source, news(d.wanted, d.last))
}

func (s *Service) remove(ctx context.Context, w Wanted) error {
	if err := s.shelf(w.Collection).remove(ctx, w.ID); err != nil {
		return err
	}
	return s.ledger.forget(ctx, w.Collection, w.ID)
}

func (s *Service) shelf(collection string) shelf {
	return s.shelves[slices.IndexFunc(s.shelves, func(k shelf) bool { return k.name() == collection })]
}
