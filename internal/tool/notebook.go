package tool

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/notebook"
	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "notebook", Aliases: []string{"NotebookToolLibrary"},
		Operations: append([]kit.Operation{
			fullText(textOf),
			kit.Metadata(notebookFacts),
			grep(notebookText),
			kit.Op("get_cells", "The cells with their source: index, kind, execution count and number of outputs.", getCells),
			kit.Op("get_outputs", "The outputs of a cell: texts, errors, tables as text, and pictures, one of which is returned as an image.", getOutputs),
			searchText(notebookText),
		}, jsonSource(jsonOf).operations()...),
	})
}

func notebookFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	n, err := notebookOf(ctx, s)
	if err != nil {
		return nil, err
	}
	kinds := map[string]int{}
	for _, c := range n.Cells {
		kinds[c.Kind]++
	}
	return kit.Fields{"language": n.Language, "cellCount": len(n.Cells), "cellsByKind": kinds}, nil
}

// notebookText returns the sources of all cells, each after a line with its index and kind.
func notebookText(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	n, err := notebookOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Load(ctx, s, "notebook:text", 2*s.SizeBytes+1<<10, func(context.Context, *kit.Subject) (*plain.Text, error) {
		var out strings.Builder
		for _, c := range n.Cells {
			fmt.Fprintf(&out, "# Cell %d (%s)\n%s\n\n", c.Index, c.Kind, c.Source)
		}
		return plain.New([]byte(out.String()), "utf-8", s.SizeBytes), nil
	})
}

type cellsInput struct {
	Start int    `json:"start,omitempty" about:"Index of the first cell, from 0" min:"0" default:"0"`
	Count int    `json:"count,omitempty" about:"How many cells" min:"1" max:"100000" default:"100"`
	Kind  string `json:"kind,omitempty" about:"Only cells of this kind" enum:"code,markdown,raw"`
}

func getCells(ctx context.Context, s *kit.Subject, in cellsInput) (kit.Answer, error) {
	n, err := notebookOf(ctx, s)
	if err != nil {
		return nil, err
	}
	start := min(in.Start, len(n.Cells))
	shown := []notebook.Cell{}
	for _, c := range n.Cells[start:min(len(n.Cells), start+in.Count)] {
		if in.Kind == "" || c.Kind == in.Kind {
			shown = append(shown, c)
		}
	}
	return kit.Series{Facts: kit.Fields{"cellCount": len(n.Cells), "language": n.Language}, Key: "cells", Each: kit.Items(shown)}, nil
}

type outputsInput struct {
	Cell    int `json:"cell" about:"Index of the cell, from 0" min:"0"`
	Picture int `json:"picture,omitempty" about:"Index of the picture to return, from 0" min:"0" default:"0"`
}

func getOutputs(ctx context.Context, s *kit.Subject, in outputsInput) (kit.Answer, error) {
	n, err := notebookOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if in.Cell >= len(n.Cells) {
		return nil, fault.Invalid("cell", "There is no cell %d; the notebook has %d, numbered from 0.", in.Cell, len(n.Cells))
	}
	outputs, pictures := n.Outputs(in.Cell)
	facts := kit.Fields{"cell": in.Cell, "outputCount": len(outputs), "pictureCount": len(pictures)}
	list := kit.Series{Facts: facts, Key: "outputs", Each: kit.Items(outputs)}
	if in.Picture >= len(pictures) {
		return list, nil
	}
	content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(pictures[in.Picture]), ""))
	if err != nil {
		facts["remark"] = "The picture is damaged and cannot be shown."
		return list, nil
	}
	picture, err := pictureOf(ctx, s, fmt.Sprintf("notebook:%d:%d", in.Cell, in.Picture), content)
	if err != nil {
		return nil, err
	}
	if facts["shownPicture"] = in.Picture; picture == nil {
		facts["shownPicture"] = nil
	}
	return kit.Illustrated{Answer: list, Picture: picture}, nil
}

// notebookOf reads the document as a notebook.
func notebookOf(ctx context.Context, s *kit.Subject) (*notebook.Notebook, error) {
	return kit.Load(ctx, s, "notebook", max(s.SizeBytes*2, 1<<10), func(ctx context.Context, s *kit.Subject) (*notebook.Notebook, error) {
		d, err := jsonOf(ctx, s)
		if err != nil {
			return nil, err
		}
		return notebook.Read(d.Root)
	})
}
