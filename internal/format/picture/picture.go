// Package picture reads images: size, EXIF, scaled and cropped copies.
package picture

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"vitrine/internal/parse"
)

// Bounds of pictures.
const (
	// MaxBytes is the largest picture that is read.
	MaxBytes  = 64 << 20
	MaxPixels = 60_000_000 // checked on the header, before any pixel is decoded
	PixelCost = 8          // bytes of memory per pixel while decoding and scaling
)

// Header is what the first bytes of a picture tell.
type Header struct {
	Format        string // as Go names it: png, jpeg, gif, webp, bmp, tiff
	Width, Height int    // as stored, before EXIF orientation
}

// ReadHeader reads the header of a picture of a kind that can be shown.
func ReadHeader(file []byte) (Header, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Header{}, parse.Unreadable("picture of a kind that can be shown (PNG, JPEG, GIF, WebP, BMP, TIFF)", err)
	}
	return Header{format, config.Width, config.Height}, nil
}

// Pixels is how many there are.
func (h Header) Pixels() int64 { return int64(h.Width) * int64(h.Height) }

// Decode decodes a picture and notes how its EXIF orientation turns it.
func Decode(h Header, file []byte) (Upright, error) {
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return Upright{}, parse.Unreadable("picture", err)
	}
	return Upright{decoded, orientation(h.Format, file)}, nil
}
