// Package remote is the command's side of metadata sync: it reads a folder, checks it, requests the plan from a server,
// shows it and applies it, and pulls changes of the server into the folder. It calls the public GraphQL API and knows
// no flags; the sync verbs of cmd/vitrine fill in a Job.
package remote

import (
	"context"
	"io"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
)

// Job holds the settings of a verb for one folder.
type Job struct {
	Dir              string // the folder
	Include, Exclude []string
	Source           string // empty: the folder's name with its parent's
	DryRun, Force    bool
	Prune            bool // deletes records that the same source pushed before and the folder no longer contains
	PruneLimit       int  // the maximum of such records
	Format           Format
	Colour           bool // in text
	Out              io.Writer
	Summary          io.Writer // receives a page in Markdown, in the format of GitHub; nil: none
	Env              func(name string) (string, bool)
	// Confirm asks whether to continue; nil continues.
	Confirm func(question string) bool
	// Progress receives each step as it starts, and the empty string when it ends; nil: none.
	Progress func(what string)
}

// Format is the output format of a job.
type Format string

// The formats. GitHub writes workflow commands, which annotate files at their lines.
const (
	Text   Format = "text"
	JSON   Format = "json"
	GitHub Format = "github"
)

// Formats lists the formats.
var Formats = []Format{Text, JSON, GitHub}

// Validate reads and checks the folder without a server.
func (j Job) Validate() error { return j.report(j.validate()) }

// Push plans with a dry run, shows the plan and applies exactly that plan: a change of metadata in between is a
// conflict. Its errors are faults: INVALID for the folder, CONFLICT, UNAVAILABLE, and others that the server returns.
func (j Job) Push(ctx context.Context, c *Client) error { return j.report(j.push(ctx, c)) }

func (j Job) validate() error {
	records, err := j.read()
	if err != nil {
		return err
	}
	j.progress("checking")
	checked, err := metasync.Check(sendable(records))
	j.progress("")
	if err != nil {
		return err
	}
	if len(checked.Problems) > 0 {
		return refused(located(records, checked.Problems))
	}
	return j.showValid(len(records), checked.Warnings)
}

func (j Job) push(ctx context.Context, c *Client) error {
	planned, err := j.plan(ctx, c)
	if err != nil {
		return err
	}
	done := planned.Result
	if j.mayApply(done) {
		j.progress("applying")
		planned.in.DryRun, planned.in.ExpectedRevision = false, &done.Revision
		done, err = apply(ctx, c, planned.in)
		j.progress("")
		if err != nil {
			return locate(planned.records, err)
		}
	}
	if err := j.show(planned, done); err != nil {
		return err
	}
	return j.verdict(done)
}

// planned is a folder with the server's plan for it.
type planned struct {
	*Result
	records []folder.Record
	in      Input
}

// plan reads the folder and requests a dry run.
func (j Job) plan(ctx context.Context, c *Client) (planned, error) {
	if j.Prune && len(j.Include)+len(j.Exclude) > 0 {
		return planned{}, pruneInPart()
	}
	records, err := j.read()
	if err != nil {
		return planned{}, err
	}
	p := planned{records: records, in: Input{
		Records: raw(records), DryRun: true, Force: j.Force, Source: j.source(), Prune: j.Prune, PruneLimit: j.PruneLimit,
	}}
	j.progress("planning")
	p.Result, err = apply(ctx, c, p.in)
	j.progress("")
	return p, locate(records, err)
}

// mayApply decides after the plan; in text, the plan is shown before the question.
func (j Job) mayApply(planned *Result) bool {
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
		return conflicting(n)
	}
	return nil
}

func (j Job) progress(what string) {
	if j.Progress != nil {
		j.Progress(what)
	}
}
