package pdf

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/klippa-app/go-pdfium/requests"

	"vitrine/internal/format/picture"
	"vitrine/internal/parse"
)

// Render renders a page into a square of side pixels, with the same proportions.
func Render(p *Session, index, side int) (*picture.Drawing, error) {
	drawn, err := p.RenderPageInPixels(&requests.RenderPageInPixels{Page: p.Page(index), Width: side, Height: side})
	if err != nil {
		return nil, parse.Unreadable("PDF page", err)
	}
	defer drawn.Cleanup() // the pixels are in the worker's memory
	var b bytes.Buffer
	if err := png.Encode(&b, drawn.Result.RenderedImage); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return &picture.Drawing{MIMEType: "image/png", Bytes: b.Bytes(), Width: drawn.Result.Width, Height: drawn.Result.Height}, nil
}
