package tool

import (
	"context"
	"maps"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/format/plain"
	"vitrine/internal/format/richtext"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// documentSource reads a document as a sequence of blocks.
type documentSource func(context.Context, *kit.Subject) (*richtext.Document, error)

// operations returns the tools of every text document.
func (of documentSource) operations() []kit.Operation {
	return []kit.Operation{
		fullText(of.text),
		kit.Metadata(of.facts),
		grep(of.text),
		getLines(of.text),
		kit.Op("get_text", "The text of the document with its number of characters and words; table cells are separated by tabs.", of.getText),
		kit.Op("get_sections", "The sections by heading: level, title, number of characters and a preview. Text before the first heading is a section of level 0.", of.getSections),
		kit.Op("get_section", "The text of one section, by its index from get_sections or by its title.", of.getSection),
		kit.Op("get_tables", "The rows of the tables as lists of cells.", of.getTables),
		searchText(of.text),
		kit.Op("get_html", "The document as plain HTML: headings, paragraphs, lists and tables. Images and styles are left out.", of.getHTML),
	}
}

func (of documentSource) text(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, w.Kind+":text", w.Bytes(), func(context.Context, *kit.Subject) (*plain.Text, error) {
		return plain.New([]byte(richtext.Join(w.Blocks)), "utf-8", s.SizeBytes), nil
	})
}

func (of documentSource) facts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"paragraphCount": len(w.Blocks) - len(w.Tables()), "tableCount": len(w.Tables()), "sectionCount": len(w.Sections())}
	maps.Copy(facts, w.Facts)
	return facts, nil
}

func (of documentSource) getText(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	t, err := of.text(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Prose{Facts: kit.Fields{"characterCount": utf8.RuneCount(t.Data), "wordCount": plain.Words(t.Data)}, Key: "text", Text: t.Data}, nil
}

func (of documentSource) getSections(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	all := w.Sections()
	return kit.Series{Facts: kit.Fields{"sectionCount": len(all)}, Key: "sections", Each: kit.Items(all)}, nil
}

type sectionInput struct {
	Index int    `json:"index,omitempty" about:"Index of the section, from 0; ignored when a title is given" min:"0" default:"0"`
	Title string `json:"title,omitempty" about:"Title of the section, case ignored; the first match when several have it" max:"1000"`
}

func (of documentSource) getSection(ctx context.Context, s *kit.Subject, in sectionInput) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := chooseSection(w.Sections(), in)
	if err != nil {
		return nil, err
	}
	return kit.Prose{
		Facts: kit.Fields{"index": found.Index, "level": found.Level, "title": parse.Clip(found.Title, 300)},
		Key:   "text", Text: []byte(richtext.Join(found.Blocks)),
	}, nil
}

func chooseSection(all []richtext.Section, in sectionInput) (richtext.Section, error) {
	for i, s := range all {
		if in.Title == "" && i == in.Index || in.Title != "" && strings.EqualFold(strings.TrimSpace(s.Title), strings.TrimSpace(in.Title)) {
			return s, nil
		}
	}
	if in.Title != "" {
		return richtext.Section{}, fault.Invalid("title", "No section has the title %q.", in.Title).Try("get_sections lists the titles.")
	}
	return richtext.Section{}, fault.Invalid("index", "There is no section %d; the document has %d, numbered from 0.", in.Index, len(all))
}

type tablesInput struct {
	From  int `json:"fromTable,omitempty" about:"The first table, from 0" min:"0" default:"0"`
	Count int `json:"tableCount,omitempty" about:"How many tables" min:"1" max:"100000" default:"1000"`
}

// tableRow is one row of a table of a document; tables and rows are numbered from 0.
type tableRow struct {
	Table int      `json:"table"`
	Row   int      `json:"row"`
	Cells []string `json:"cells"`
}

func (of documentSource) getTables(ctx context.Context, s *kit.Subject, in tablesInput) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	tables, rows := w.Tables(), []tableRow{}
	for t := in.From; t < min(len(tables), in.From+in.Count); t++ {
		for r, cells := range tables[t] {
			rows = append(rows, tableRow{t, r, cells})
		}
	}
	return kit.Series{Facts: kit.Fields{"tableCount": len(tables)}, Key: "rows", Each: kit.Items(rows)}, nil
}

func (of documentSource) getHTML(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	w, err := of(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Prose{Facts: kit.Fields{}, Key: "html", Text: []byte(w.HTML())}, nil
}
