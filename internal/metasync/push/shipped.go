package push

import (
	"context"
	"log/slog"

	"vitrine/internal/auth"
	"vitrine/internal/metasync"
)

// PushShipped pushes the types that ship with this binary, at each start. It creates missing records and updates
// unchanged ones; a record that somebody edited, deleted or created first stays as it is and is logged.
func (s *Service) PushShipped(ctx context.Context) error {
	records, err := metasync.Shipped()
	if err != nil {
		return err
	}
	var left []string
	out, err := s.apply(auth.With(ctx, auth.System), metasync.Push{Records: records, Source: metasync.ShippedSource}, func(d *metasync.Draft) {
		left = d.LeaveAlone()
	})
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "shipped metadata is in place", "created", len(out.Plan.Creates), "updated", len(out.Plan.Updates), "unchanged", len(out.Plan.Unchanged))
	if len(left) > 0 {
		slog.WarnContext(ctx, "shipped metadata with changes was not updated", "records", left)
	}
	return nil
}
