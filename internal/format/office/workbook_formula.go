package office

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"vitrine/internal/parse"
)

// Formula is one cell with its formula. A cell with a shared formula names the cell that defines it; the formula is as
// written there, with references relative to that cell.
type Formula struct {
	Cell       string `json:"cell"`
	Formula    string `json:"formula"`
	SharedFrom string `json:"sharedFrom,omitempty"`
}

// cellElement is the part of a cell element that formulas need.
type cellElement struct {
	Address string `xml:"r,attr"`
	Formula *struct {
		Type  string `xml:"t,attr"`
		Group string `xml:"si,attr"`
		Text  string `xml:",chardata"`
	} `xml:"f"`
}

// EachFormula streams the formulas of a sheet until visit returns false.
func (b *Workbook) EachFormula(ctx context.Context, file []byte, at int, visit func(Formula) bool) error {
	if b.read != nil {
		for _, f := range b.read[at].formulas {
			if !visit(f) {
				break
			}
		}
		return nil
	}
	parts, err := unzip(ctx, file)
	if err != nil {
		return err
	}
	part, err := parts.Open(b.Sheets[at].part)
	if err != nil {
		return parse.Unreadable("workbook", errors.New("a sheet is missing"))
	}
	defer func() { _ = part.Close() }()
	d, shared := xml.NewDecoder(io.LimitReader(part, maxUnpackedBytes)), map[string]Formula{}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c, err := nextCell(d)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return parse.Unreadable("workbook", err)
		case c.Formula == nil:
			continue
		}
		if f := c.formula(shared); f.Formula != "" && !visit(f) {
			return nil
		}
	}
}

// nextCell reads up to the next cell.
func nextCell(d *xml.Decoder) (c cellElement, err error) {
	for {
		token, err := d.Token()
		if err != nil {
			return c, err
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "c" {
			return c, d.DecodeElement(&c, &start)
		}
	}
}

// formula returns the cell's own formula, or the shared formula of its group.
func (c *cellElement) formula(shared map[string]Formula) Formula {
	own := Formula{Cell: c.Address, Formula: strings.TrimSpace(c.Formula.Text)}
	if c.Formula.Type != "shared" {
		return own
	}
	if own.Formula != "" {
		shared[c.Formula.Group] = own
		return own
	}
	first := shared[c.Formula.Group]
	return Formula{Cell: c.Address, Formula: first.Formula, SharedFrom: first.Cell}
}
