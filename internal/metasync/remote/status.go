package remote

import (
	"cmp"
	"context"
	"slices"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
)

// State is how a record of the folder compares with the server.
type State string

// The states.
const (
	Unchanged State = "unchanged"
	New       State = "new"       // a push creates it
	Modified  State = "modified"  // a push changes it
	Doomed    State = "to delete" // a push deletes it, as the folder says
	Deleted   State = "deleted"   // somebody deleted it on the server since the last push
	Clashing  State = "conflict"  // somebody changed it on the server since the last push
)

// FileStatus is one file of the folder.
type FileStatus struct {
	File    string         `json:"file"`
	Records []RecordStatus `json:"records"`
}

// RecordStatus is one record of a file, also one that is related to another.
type RecordStatus struct {
	Line       int           `json:"line"`
	Collection string        `json:"collection"`
	Name       string        `json:"name"`
	State      State         `json:"state"`
	Fields     []FieldStatus `json:"fields"`
}

// FieldStatus is one field that differs.
type FieldStatus struct {
	Field     string   `json:"field"`
	By        []string `json:"by,omitempty"`        // other files that its value comes from
	ChangedBy string   `json:"changedBy,omitempty"` // who changed it on the server since the last push
}

// Left is a record that this source pushed before and whose file is gone; a push keeps it, unless it prunes.
type Left struct {
	Collection string `json:"collection"`
	Name       string `json:"name"`
}

// noLimit allows a prune of any number of records.
const noLimit = 1 << 30

// Status shows for each file what a push would do.
func (j Job) Status(ctx context.Context, c *Client) error { return j.report(j.status(ctx, c)) }

func (j Job) status(ctx context.Context, c *Client) error {
	j.Prune, j.PruneLimit = len(j.Include)+len(j.Exclude) == 0, noLimit
	p, err := j.plan(ctx, c)
	if err != nil {
		return err
	}
	return j.showStatus(statusOf(p.records, p.Plan), leftOf(p.Plan))
}

// statusOf groups the records of a plan by file.
func statusOf(records []folder.Record, p Plan) (files []FileStatus) {
	clashes := map[string][]Conflict{}
	for _, c := range p.Conflicts {
		clashes[c.At] = append(clashes[c.At], c)
	}
	at := map[string]int{}
	for _, group := range []struct {
		state   State
		changes []Change
	}{{New, p.Creates}, {Modified, p.Updates}, {Doomed, p.Deletes}, {Unchanged, p.Unchanged}} {
		for _, c := range group.changes {
			position := positionOf(records, c.At)
			if position.File == "" {
				continue // created by a look-up, or left
			}
			i, known := at[position.File]
			if !known {
				i, at[position.File] = len(files), len(files)
				files = append(files, FileStatus{File: position.File})
			}
			files[i].Records = append(files[i].Records, recordStatus(records, position, c, group.state, clashes[c.At]))
		}
	}
	return sortedByFile(files)
}

func recordStatus(records []folder.Record, position folder.Position, c Change, state State, clashes []Conflict) RecordStatus {
	s := RecordStatus{Line: position.Line, Collection: c.Collection, Name: c.Name, State: state, Fields: []FieldStatus{}}
	changer := map[string]string{}
	for _, clash := range clashes {
		changer[clash.Field] = clash.who()
		s.State = map[bool]State{true: Deleted, false: Clashing}[state == New]
	}
	if state != Modified {
		c.Fields = nil
	}
	for _, f := range c.Fields {
		by := records[indexOf(records, c.At)].Sources(c.At, metasync.FieldNames(c.Collection, f.Field)...)
		s.Fields = append(s.Fields, FieldStatus{Field: f.Field, By: by, ChangedBy: changer[f.Field]})
	}
	return s
}

func sortedByFile(files []FileStatus) []FileStatus {
	slices.SortFunc(files, func(a, b FileStatus) int { return cmp.Compare(a.File, b.File) })
	for _, f := range files {
		slices.SortStableFunc(f.Records, func(a, b RecordStatus) int { return cmp.Compare(a.Line, b.Line) })
	}
	return files
}

func leftOf(p Plan) []Left {
	left := []Left{}
	for _, c := range p.Deletes {
		if c.At == "" {
			left = append(left, Left{c.Collection, c.Name})
		}
	}
	return left
}
