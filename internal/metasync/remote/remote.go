// Package remote is the command's half of a push: it reads a folder, checks it, asks a server for the plan, shows it and has it
// applied. It talks GraphQL to the server as any client would and knows no flags; the sync verb of cmd/vitrine fills in a Job.
package remote

import (
	"context"
	"io"

	"vitrine/internal/metasync"
)

// Job is one push or validation of one folder.
type Job struct {
	Dir              string // the folder
	Include, Exclude []string
	Source           string // empty: the folder's name with its parent's
	DryRun, Force    bool
	Format           Format
	Colour           bool // in text
	Out              io.Writer
	Env              func(name string) (string, bool)
	// Confirm asks whether to go on; nil goes on.
	Confirm func(question string) bool
}

// Format is how a job tells what it did.
type Format string

// The formats.
const (
	Text Format = "text"
	JSON Format = "json"
)

// Validate reads and checks the folder without a server.
func (j Job) Validate() error { return j.told(j.validate()) }

// Push plans with a dry run, shows the plan, and has exactly that plan applied: whoever changes metadata in between makes it a
// conflict. Its errors are faults: INVALID for the folder, CONFLICT, UNAVAILABLE, and what else the server answers.
func (j Job) Push(ctx context.Context, c *Client) error { return j.told(j.push(ctx, c)) }

func (j Job) validate() error {
	records, err := j.read()
	if err != nil {
		return err
	}
	checked, err := metasync.Check(sendable(records))
	if err != nil {
		return err
	}
	if len(checked.Problems) > 0 {
		return refused(located(records, checked.Problems))
	}
	return j.tellValid(len(records), checked.Warnings)
}

func (j Job) push(ctx context.Context, c *Client) error {
	records, err := j.read()
	if err != nil {
		return err
	}
	in := Input{Records: raw(records), DryRun: true, Force: j.Force, Source: j.source()}
	planned, err := c.Apply(ctx, in)
	if err != nil {
		return locate(records, err)
	}
	done := planned
	if j.goesOn(planned) {
		in.DryRun, in.ExpectedRevision = false, &planned.Revision
		if done, err = c.Apply(ctx, in); err != nil {
			return locate(records, err)
		}
	}
	if err := j.tell(planned, done); err != nil {
		return err
	}
	return j.verdict(done)
}

// goesOn decides after the plan; a plan in text is shown before the question.
func (j Job) goesOn(planned *Result) bool {
	switch {
	case j.DryRun, len(planned.Plan.Conflicts) > 0 && !j.Force:
		return false
	case j.Confirm == nil, planned.Plan.changes() == 0:
		return true
	}
	_, _ = io.WriteString(j.Out, planned.Plan.text(j.Colour))
	return j.Confirm("Apply this plan?")
}

func (j Job) verdict(r *Result) error {
	if n := len(r.Plan.Conflicts); n > 0 && !r.Applied && !j.Force {
		return heldBack(n)
	}
	return nil
}
