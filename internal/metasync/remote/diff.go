package remote

import (
	"context"
	"fmt"
	"io"

	"vitrine/internal/fault"
)

// Diff shows what a push would change, field by field, and changes nothing. Its error is CONFLICT where a push would
// stop, and Differs (INVALID) where a push would change something, so that a job can detect that folder and server
// differ.
func (j Job) Diff(ctx context.Context, c *Client) error { return j.report(j.diff(ctx, c)) }

func (j Job) diff(ctx context.Context, c *Client) error {
	p, err := j.plan(ctx, c)
	if err != nil {
		return err
	}
	switch j.Format {
	case JSON:
		err = j.json(p.Result)
	case GitHub:
		err = j.annotatePlan(p, "What a push would change")
	default:
		_, err = io.WriteString(j.Out, p.Plan.text(j.Colour))
	}
	if err != nil {
		return err
	}
	return differs(p.Plan)
}

// Differs is the error of a diff with differences, which have been shown.
type Differs struct{ *fault.Fault }

func differs(p Plan) error {
	switch {
	case len(p.Conflicts) > 0:
		return conflicting(len(p.Conflicts))
	case p.changes() > 0:
		return Differs{fault.Invalid("", "The server differs from the folder: %s.", differing(p.changes()))}
	}
	return nil
}

func differing(records int) string {
	if records == 1 {
		return "one record differs"
	}
	return fmt.Sprintf("%d records differ", records)
}
