package xmltree

import (
	"context"
	"encoding/xml"
	"errors"
	"io"

	"golang.org/x/net/html/charset"

	"vitrine/internal/fault"
)

const maxXMLDepth = 512

// EachToken streams the tokens of XML until visit returns false. It accepts only the five predefined entities, so
// entities cannot expand. It limits the depth and stops when the context ends.
func EachToken(ctx context.Context, r io.Reader, visit func(xml.Token) bool) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = charset.NewReaderLabel
	return walkTokens(ctx, d, visit)
}

func walkTokens(ctx context.Context, d *xml.Decoder, visit func(xml.Token) bool) error {
	depth := 0
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if depth > maxXMLDepth {
			return fault.TooLarge("", "This XML is nested more than %d levels deep, which is the limit.", maxXMLDepth)
		}
		if !visit(token) {
			return nil
		}
	}
}

// AttributeOf returns an attribute by its local name; empty when it is absent.
func AttributeOf(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}
