// Package push is the server's side of metasync: it loads what is stored, plans with package metasync and applies the
// plan in one transaction, each change through its store. Resolvers and the start of the server call it.
package push

import (
	"context"
	"slices"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// maxSource bounds the name of a source in bytes.
const maxSource = 1000

// Service applies pushes. The number of its queries depends on how many records change, not on how many a push has:
// each change goes through its store, which checks it and writes its audit line.
type Service struct {
	db          *database.DB
	ledger      ledger
	collections []collection
}

// New returns a service over these stores.
func New(db *database.DB, s Stores) *Service {
	return &Service{db: db, ledger: ledger{db}, collections: []collection{
		stored[models.Project, *models.Project]{metasync.CollectionProjects, s.Projects},
		stored[models.Model, *models.Model]{metasync.CollectionModels, s.Models},
		stored[models.ArtifactType, *models.ArtifactType]{metasync.CollectionTypes, s.Types},
		stored[models.Agent, *models.Agent]{metasync.CollectionAgents, s.Agents},
	}}
}

// Apply plans a push and, unless it is a dry run or has conflicts without force, applies it in one transaction: all or
// nothing, one audit line per changed record.
func (s *Service) Apply(ctx context.Context, p metasync.Push) (*metasync.Outcome, error) {
	if _, err := auth.Require(ctx, auth.EditMetadata); err != nil {
		return nil, err
	}
	if p.Source == metasync.ShippedSource {
		return nil, fault.Invalid("source", "The source %q is reserved for the types that ship with Vitrine.", p.Source).Try("Name your own folder or repository.")
	}
	if len(p.Source) > maxSource {
		return nil, fault.Invalid("source", "The source is longer than %d bytes.", maxSource).Try("Name your folder or repository.")
	}
	return s.apply(ctx, p, func(d *metasync.Draft) { d.Stop = p.DryRun || len(d.Plan.Conflicts) > 0 && !p.Force })
}

// apply plans, calls decide with the draft, and applies it unless Stop is set.
func (s *Service) apply(ctx context.Context, p metasync.Push, decide func(*metasync.Draft)) (out *metasync.Outcome, err error) {
	records, err := metasync.ReadRecords(p.Records)
	if err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(ctx context.Context) (err error) {
		out, err = s.within(ctx, p, records, decide)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Service) within(ctx context.Context, p metasync.Push, records metasync.Records, decide func(*metasync.Draft)) (*metasync.Outcome, error) {
	revision, err := s.ledger.expect(ctx, p.ExpectedRevision)
	if err != nil {
		return nil, err
	}
	d, err := s.draft(ctx, p, records)
	if err != nil {
		return nil, err
	}
	if decide(d); d.Stop {
		return &metasync.Outcome{Plan: d.Plan.WithoutNewIDs(), Revision: revision}, nil
	}
	if err := s.do(ctx, d); err != nil {
		return nil, err
	}
	revision, err = s.ledger.revision(ctx)
	return &metasync.Outcome{Plan: d.Plan, Applied: true, Revision: revision}, err
}

// draft loads what is stored and what the source pushed last, and plans.
func (s *Service) draft(ctx context.Context, p metasync.Push, records metasync.Records) (*metasync.Draft, error) {
	stored, err := s.rows(ctx)
	if err != nil {
		return nil, err
	}
	last, err := s.ledger.last(ctx, p.Source)
	if err != nil {
		return nil, err
	}
	d, err := metasync.NewDraft(p, records, stored, last)
	if err != nil {
		return nil, err
	}
	return d, s.blame(ctx, d.Plan.Conflicts)
}

// do applies the plan: each row after those that it refers to, deletions in the reverse order.
func (s *Service) do(ctx context.Context, d *metasync.Draft) error {
	for _, row := range d.InTheWay() {
		if err := s.collection(row.Collection).stepAside(ctx, row); err != nil {
			return err
		}
	}
	for _, w := range d.Puts() {
		if err := s.collection(w.Collection).put(ctx, w, d.Present(w)); err != nil {
			return w.Explain(err)
		}
	}
	for _, w := range d.Removals() {
		if err := s.remove(ctx, w); err != nil {
			return w.Explain(err)
		}
	}
	return s.ledger.note(ctx, d.Source, d.News())
}

func (s *Service) remove(ctx context.Context, w metasync.Wanted) error {
	if err := s.collection(w.Collection).remove(ctx, w.ID); err != nil {
		return err
	}
	return s.ledger.forget(ctx, w.Collection, w.ID)
}

func (s *Service) collection(name string) collection {
	return s.collections[slices.IndexFunc(s.collections, func(k collection) bool { return k.name() == name })]
}
