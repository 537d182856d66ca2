package remote

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
	"vitrine/models"
)

// maxRounds limits how often a pull compares again: a renamed record is found under its new name in the next round
// only.
const maxRounds = 5

// Pulled is the result of a pull.
type Pulled struct {
	Changed []string `json:"changed"` // files
	Added   []string `json:"added"`   // files of records that were new
	Missing []string `json:"missing"` // records of the folder that the server does not have
	Kept    []string `json:"kept"`    // differences that stay in the folder, with the reason
}

// Pull writes the differences of the server to the folder: each value into its file, and new records into new files. It
// deletes nothing. A second pull changes nothing.
func (j Job) Pull(ctx context.Context, c *Client) error { return j.report(j.pull(ctx, c)) }

func (j Job) pull(ctx context.Context, c *Client) error {
	root, err := j.openOrMake()
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // written files are closed one by one
	j.progress("requesting")
	exported, err := export(ctx, c)
	j.progress("")
	if err != nil {
		return err
	}
	e, err := folder.Open(root.FS(), j.options())
	if err != nil {
		return unreadable(err)
	}
	p := puller{editor: e, exported: exported, known: j.known(ctx, c, e.Records()), kept: map[string]bool{}}
	if err := p.pull(); err != nil {
		return unreadable(err)
	}
	if !j.DryRun {
		j.progress("writing")
		err = written(root, e.Changed())
		j.progress("")
	}
	if err != nil {
		return err
	}
	return j.showPulled(p.outcome())
}

// known returns the ids of the folder's records by their paths, from a dry run: the server also knows the names of the
// last push. It is empty if the dry run is forbidden or refused.
func (j Job) known(ctx context.Context, c *Client, records []folder.Record) map[string]string {
	ids := map[string]string{}
	result, err := apply(ctx, c, Input{Records: raw(records), DryRun: true, Source: j.source()})
	if err != nil || len(records) == 0 {
		return ids
	}
	for _, changes := range [][]Change{result.Plan.Updates, result.Plan.Unchanged} {
		for _, c := range changes {
			ids[c.At] = c.ID
		}
	}
	return ids
}

// puller is one pull in progress.
type puller struct {
	editor   *folder.Editor
	exported []models.JSON
	known    map[string]string
	added    []string
	missing  []string
	kept     map[string]bool
}

// pull changes and adds until only kept differences are left. References to other records are written after those
// records.
func (p *puller) pull() error {
	for round := range maxRounds {
		c, err := metasync.Compare(sendable(p.editor.Records()), p.exported, p.known)
		if err != nil {
			return locate(p.editor.Records(), err)
		}
		p.change(c, round > 0)
		if round == 0 {
			if err := p.add(c.New); err != nil {
				return err
			}
		}
		p.missing = missing(p.editor.Records(), c.Missing)
		p.known = nil // paths change with additions
		changed, dropped, err := p.editor.Apply()
		p.keep(dropped)
		if err != nil || round > 0 && !changed {
			return err
		}
	}
	return nil
}

func (p *puller) change(c metasync.Comparison, references bool) {
	records := p.editor.Records()
	for _, r := range c.Records {
		for _, f := range r.Fields {
			switch {
			case f.Referring && !references:
			case f.Misread:
				p.kept[positionOf(records, r.At, f.Field).String()+": "+f.Field+" stays: a folder would read the server's value as a reference."] = true
			default:
				p.keep(p.editor.Set(indexOf(records, r.At), r.At, f.Field, json.RawMessage(f.Value)))
			}
		}
	}
}

func (p *puller) add(records []models.JSON) error {
	additions, withheld, err := metasync.Additions(records)
	if err != nil {
		return err
	}
	for _, name := range withheld {
		p.kept[name+" is not written: a folder would read one of its values as a reference."] = true
	}
	for _, a := range additions {
		file, ok, err := p.editor.Add(folder.Addition{Collection: a.Collection, Name: a.Name, Record: func(defaulted func(string) (json.RawMessage, bool)) json.RawMessage {
			return json.RawMessage(a.Written(func(field string) (models.JSON, bool) { v, is := defaulted(field); return models.JSON(v), is }))
		}})
		if !p.keep(err) && err != nil {
			return err
		}
		if ok && err == nil {
			p.added = append(p.added, file)
		}
	}
	return nil
}

// keep records why something stays; it reports false for any other error.
func (p *puller) keep(err error) bool {
	problems, ok := err.(folder.Problems) //nolint:errorlint // the folder never wraps them
	for _, one := range problems {
		p.kept[one.String()] = true
	}
	return ok
}

func (p *puller) outcome() Pulled {
	out := Pulled{Changed: []string{}, Added: append([]string{}, p.added...), Missing: append([]string{}, p.missing...), Kept: []string{}}
	for file := range p.editor.Changed() {
		if !slices.Contains(p.added, file) {
			out.Changed = append(out.Changed, file)
		}
	}
	for why := range p.kept {
		out.Kept = append(out.Kept, why)
	}
	slices.Sort(out.Changed)
	slices.Sort(out.Kept)
	return out
}

func missing(records []folder.Record, compared []metasync.Compared) (lines []string) {
	for _, c := range compared {
		lines = append(lines, positionOf(records, c.At).String()+": "+c.Collection+" "+quoted(c.Name))
	}
	return lines
}
