package tool

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/klippa-app/go-pdfium/requests"

	"vitrine/internal/parse"
)

// renderPage draws a page into a square of so many pixels, its proportions kept.
func renderPage(p *pdfSession, index, side int) (*drawing, error) {
	drawn, err := p.RenderPageInPixels(&requests.RenderPageInPixels{Page: p.Page(index), Width: side, Height: side})
	if err != nil {
		return nil, parse.Unreadable("PDF page", err)
	}
	defer drawn.Cleanup() // the pixels are in the worker's memory
	var b bytes.Buffer
	if err := png.Encode(&b, drawn.Result.RenderedImage); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return &drawing{MIMEType: "image/png", Bytes: b.Bytes(), Width: drawn.Result.Width, Height: drawn.Result.Height}, nil
}
