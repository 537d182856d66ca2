package tool

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"github.com/klippa-app/go-pdfium/requests"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

type renderInput struct {
	Page  int `json:"page,omitempty" about:"The page, from 1" min:"1" default:"1"`
	Width int `json:"width,omitempty" about:"Longest side of the picture in pixels" min:"64" max:"2000" default:"1200"`
}

func pdfRender(ctx context.Context, s *kit.Subject, in renderInput) (kit.Answer, error) {
	info, err := pdfOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if in.Page > info.pageCount {
		return nil, fault.Invalid("page", "There is no page %d; the PDF has %d.", in.Page, info.pageCount)
	}
	picture, err := kit.Load(ctx, s, fmt.Sprintf("pdf:render:%d:%d", in.Page, in.Width), 1<<20, func(ctx context.Context, s *kit.Subject) (picture *kit.Image, err error) {
		err = withPDF(ctx, s, func(p *pdfSession) error {
			picture, err = renderPage(p, in.Page-1, in.Width)
			return err
		})
		return picture, err
	})
	if err != nil {
		return nil, err
	}
	return kit.Shown{Value: kit.Fields{"page": in.Page, "pageCount": info.pageCount, "width": picture.Width, "height": picture.Height}, Image: picture}, nil
}

// renderPage draws a page into a square of so many pixels, its proportions kept.
func renderPage(p *pdfSession, index, side int) (*kit.Image, error) {
	drawn, err := p.RenderPageInPixels(&requests.RenderPageInPixels{Page: p.Page(index), Width: side, Height: side})
	if err != nil {
		return nil, parse.Unreadable("PDF page", err)
	}
	defer drawn.Cleanup() // the pixels are in the worker's memory
	var b bytes.Buffer
	if err := png.Encode(&b, drawn.Result.RenderedImage); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return &kit.Image{MIMEType: "image/png", Bytes: b.Bytes(), Width: drawn.Result.Width, Height: drawn.Result.Height}, nil
}
