package observation

import (
	"cmp"
	"context"

	"vitrine/internal/artifact"
	"vitrine/models"
)

// planDrafts computes the versions that the oldest drafts of a conversation make.
func (a *Observations) planDrafts(ctx context.Context, conversationID string) (*plan, error) {
	p := &plan{conversationID: conversationID}
	var err error
	if p.drafts, err = a.Deliverables.Drafts(ctx, conversationID, draftsAtOnce); err != nil || len(p.drafts) == 0 {
		return p, err
	}
	rows, err := a.rowsOf(ctx, p)
	if err != nil {
		return nil, err
	}
	texts, err := a.knownTexts(ctx, p, rows)
	if err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	p.types = artifact.RegistryOf(types)
	if p.typeIDs, err = a.Artifacts.TypesOf(ctx, p.artifactIDs); err != nil {
		return nil, err
	}
	return p, p.work(rows, texts, types)
}

// rowsOf returns the rows of a plan's drafts, and adds to the plan the newest version of each artifact that holds
// one.
func (a *Observations) rowsOf(ctx context.Context, p *plan) (map[string]*models.Deliverable, error) {
	var ids []string
	for _, d := range p.drafts {
		ids = append(ids, d.DeliverableID)
	}
	rows, err := a.Deliverables.ByID(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.ArtifactID != nil {
			p.artifactIDs = append(p.artifactIDs, *row.ArtifactID)
		}
	}
	p.latest, err = a.Artifacts.Latest(ctx, p.artifactIDs)
	return rows, err
}

// knownTexts reads the content that edits apply to, by row.
func (a *Observations) knownTexts(ctx context.Context, p *plan, rows map[string]*models.Deliverable) (map[string]text, error) {
	texts := map[string]text{}
	for id, row := range rows {
		if row.ArtifactID == nil || p.latest[*row.ArtifactID] == nil {
			continue
		}
		v := p.latest[*row.ArtifactID]
		content, err := a.Artifacts.Read(ctx, v.SHA256, maxCapture)
		if err != nil {
			return nil, err
		}
		known := string(content)
		texts[id] = text{content: &known, remark: v.Remark}
	}
	return texts, nil
}

// work turns drafts into planned versions, one after the other. A draft makes none when its write changes nothing,
// when the file's content is unknown, or when no type matches.
func (p *plan) work(rows map[string]*models.Deliverable, texts map[string]text, types []*models.ArtifactType) error {
	for _, d := range p.drafts {
		row := rows[d.DeliverableID]
		w, err := writeOf(d)
		if err != nil || row == nil {
			return err
		}
		before := texts[row.ID]
		after, ok := before.after(w)
		if !ok || same(before, after) {
			continue
		}
		texts[row.ID] = after
		v := &planned{row: row, text: after, madeBy: d.MadeBy, mime: mimeOf(row.Name)}
		if v.kind = typeOf(types, v.mime, row.Name); v.kind != nil {
			v.typeID = cmp.Or(p.typeIDs[orElse(row.ArtifactID, "")], v.kind.ID)
			p.versions = append(p.versions, v)
		}
	}
	return nil
}

// same reports whether a text adds nothing to the one before it.
func same(before, after text) bool {
	return before.content != nil && *before.content == *after.content && before.remark == after.remark
}

// typeOf finds the type of observed text: by its own MIME, else as plain text.
func typeOf(types []*models.ArtifactType, mime, name string) *models.ArtifactType {
	extension := artifact.Extension(name)
	for _, claim := range []string{mime, "application/octet-stream", "text/plain"} {
		if r := artifact.Resolve(types, artifact.File{MIMEType: claim, Extension: extension}); r.Type != nil {
			return r.Type
		}
	}
	return nil
}

// mimes are the types of text that agents write, by extension; everything else is plain text.
var mimes = map[string]string{
	"md": "text/markdown", "markdown": "text/markdown", "html": "text/html", "htm": "text/html", "csv": "text/csv",
	"tsv": "text/tab-separated-values", "json": "application/json", "ipynb": "application/x-ipynb+json", "svg": "image/svg+xml",
	"xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "css": "text/css", "js": "text/javascript",
	"tex": "text/x-tex", "rst": "text/x-rst", "eml": "message/rfc822", "drawio": "application/xml", "rtf": "application/rtf",
}

func mimeOf(name string) string {
	if mime, ok := mimes[artifact.Extension(name)]; ok {
		return mime
	}
	return "text/plain"
}
