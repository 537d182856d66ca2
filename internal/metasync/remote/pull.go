package remote

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
	"vitrine/models"
)

// maxRounds is how often a pull looks again at what it has written: a renamed record is found under its new name only
// then.
const maxRounds = 5

// Pulled is what a pull came to.
type Pulled struct {
	Changed []string `json:"changed"` // files
	Added   []string `json:"added"`   // files of records that were new
	Missing []string `json:"missing"` // records of the folder that the server does not have
	Kept    []string `json:"kept"`    // what differs and stays as it is in the folder, with the reason
}

// Pull takes over into the folder what is different on the server: into each file where the value stands, and new
// records into files of their own. It deletes nothing. A second pull changes nothing.
func (j Job) Pull(ctx context.Context, c *Client) error { return j.showRefusal(j.pull(ctx, c)) }

func (j Job) pull(ctx context.Context, c *Client) error {
	root, err := j.openOrMake()
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // written files are closed one by one
	j.progress("asking")
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
	return j.tellPulled(p.outcome())
}

// known asks the server which records it takes those of the folder for: it also knows names of the last push. Whoever
// may not ask, or whose folder the server would refuse, does without.
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

// puller is one pull on its way.
type puller struct {
	editor   *folder.Editor
	exported []models.JSON
	known    map[string]string
	added    []string
	missing  []string
	kept     map[string]bool
}

// pull changes and adds until nothing is different but what is kept. References to other records come after what those
// become.
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
		p.known = nil // places change with what is added
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
				p.kept[placeOf(records, r.At, f.Field).String()+": "+f.Field+" stays: a folder would take the server's value for a reference."] = true
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
		p.kept[name+" is not written: a folder would take one of its values for a reference."] = true
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

// keep notes why something stays; it reports false for any other error.
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
		lines = append(lines, placeOf(records, c.At).String()+": "+c.Collection+" "+quoted(c.Name))
	}
	return lines
}
